package io.tidemark.worker.connect;

import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.Function;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.function.TimerFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.worker.chain.BatchKeys;
import io.tidemark.worker.function.BroadcastStates;
import io.tidemark.worker.function.FunctionTimers;
import io.tidemark.worker.function.RichFunctions;

/** Runs a function of two inputs. */
public final class ConnectOperator implements Operator, Timers.Handler<Void> {
    private final OperatorSpec.ConnectSpec spec;
    private final Function function;

    private Surroundings around;
    private TwoInputs inputs;

    /** Null when the stream is not keyed. */
    private KeyedState keyedState;

    public ConnectOperator(OperatorSpec.ConnectSpec spec) {
        this.spec = spec;
        this.function = spec.function();
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        BroadcastStates states = new BroadcastStates(context, spec.broadcastStates());
        keyedState = context.isKeyed() ? context.keyedState() : null;
        around = new Surroundings(context, states);
        around.useTimers(new FunctionTimers(context, this));
        inputs = TwoInputs.of(function, around);
        RichFunctions.open(function, context, states);
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        around.collector().setTimestamp(timestamp);
        if (input == 0) {
            inputs.process1(value);
        } else {
            inputs.process2(value);
        }
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        if (keys == null) {
            if (keyedState != null) {
                // What is not keyed belongs to no key, whichever was the current one before.
                keyedState.setCurrentKey(null, 0);
            }
            for (int i = from; i < to; i++) {
                process(input, records.value(i), records.timestamp(i));
            }
            return;
        }
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
    public void onEventTimer(Object key, Void namespace, long timestamp) throws Exception {
        around.collector().setTimestamp(timestamp);
        inputs.onTimer(TimeDomain.EVENT_TIME, timestamp);
    }

    @Override
    public void onProcessingTimer(Object key, Void namespace, long timestamp) throws Exception {
        around.collector().setTimestamp(Records.NO_TIMESTAMP);
        inputs.onTimer(TimeDomain.PROCESSING_TIME, timestamp);
    }

    @Override
    public EndOfInputPolicy endOfInputPolicy() {
        return function instanceof TimerFunction with ? with.endOfInputPolicy() : EndOfInputPolicy.DROP;
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        around.collector().setTimestamp(Records.NO_TIMESTAMP);
        return inputs.onWatermark(input, watermark);
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }
}
