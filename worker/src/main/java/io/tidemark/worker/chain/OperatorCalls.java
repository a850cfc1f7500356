package io.tidemark.worker.chain;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.Records;
import io.tidemark.worker.compiled.Outlined;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The calls of an operator that are made once for many records, with its loop over them. They are outlined, see {@link Outlined}: the
 * loop is compiled by itself, with the operators that follow in the chain, and stays when a job ends and the code around it, which had
 * never seen that, is thrown away.
 */
final class OperatorCalls {
    private static final MethodHandle PROCESS_BATCH = handle(Operator.class, "processBatch");
    private static final MethodHandle PROCESS_BY_RECORD = handle(ChainNode.class, "processByRecord");

    private final ChainNode node;
    private final Operator operator;
    private final Outlined step;

    // Not read from the constants, which the compiler would look through.
    private final MethodHandle processBatch;
    private final MethodHandle processByRecord;

    OperatorCalls(ChainNode node, Operator operator) {
        this.node = node;
        this.operator = operator;
        this.step = new Outlined(operator::step);
        this.processBatch = PROCESS_BATCH;
        this.processByRecord = PROCESS_BY_RECORD;
    }

    private static MethodHandle handle(Class<?> of, String name) {
        MethodType type =
                MethodType.methodType(void.class, int.class, Records.class, int.class, int.class, KeySpec.class);
        try {
            return MethodHandles.lookup().findVirtual(of, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    boolean step() throws Exception {
        return step.run();
    }

    void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys) throws Exception {
        try {
            processBatch.invokeExact(operator, input, records, from, to, keys);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("operators declare exceptions only", e);
        }
    }

    void processByRecord(int input, Records records, int from, int to, KeySpec<Object, Object> keys) throws Exception {
        try {
            processByRecord.invokeExact(node, input, records, from, to, keys);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("operators declare exceptions only", e);
        }
    }
}
