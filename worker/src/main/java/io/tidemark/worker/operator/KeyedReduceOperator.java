package io.tidemark.worker.operator;

import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.Records;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.worker.chain.BatchKeys;
import io.tidemark.worker.function.RichFunctions;

/** A rolling reduce: each record gives the new value of its key. */
final class KeyedReduceOperator implements Operator {
    private final ReduceFunction<Object> function;
    private final TypeSerializer<Object> serializer;
    private OperatorOutput output;
    private KeyedState keyedState;
    private ValueState<Object> reduced;

    KeyedReduceOperator(ReduceFunction<Object> function, TypeSerializer<Object> serializer) {
        this.function = function;
        this.serializer = serializer;
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        output = context.output();
        keyedState = context.keyedState();
        reduced = keyedState.value(new ValueStateDescriptor<>("reduced", new SerializerType<>(serializer)));
        RichFunctions.open(function, context);
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        Object before = reduced.value();
        Object after = before == null ? value : function.reduce(before, value);
        reduced.update(after);
        output.collect(0, after, timestamp);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            keyedState.expect(records, first, end);
            for (int i = first; i < end; i++) {
                found.makeCurrent(keyedState, i);
                process(input, records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }
}
