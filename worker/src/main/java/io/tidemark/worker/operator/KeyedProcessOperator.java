package io.tidemark.worker.operator;

import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.function.TimerService;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.worker.chain.BatchKeys;
import io.tidemark.worker.function.FunctionTimers;
import io.tidemark.worker.function.RichFunctions;
import io.tidemark.worker.function.SideOutputs;
import io.tidemark.worker.function.TimestampedCollector;

/** Runs a {@link KeyedProcessFunction}. */
final class KeyedProcessOperator implements Operator, Timers.Handler<Void> {
    private final KeyedProcessFunction<Object, Object, Object> function;
    private KeyedState keyedState;
    private TimestampedCollector<Object> collector;
    private SideOutputs sideOutputs;
    private FunctionTimers timerService;
    private ElementContext elementContext;
    private TimerContext timerContext;

    KeyedProcessOperator(KeyedProcessFunction<Object, Object, Object> function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        keyedState = context.keyedState();
        collector = new TimestampedCollector<>(context.output());
        sideOutputs = new SideOutputs(context.output());
        timerService = new FunctionTimers(context, this);
        elementContext = new ElementContext(function);
        timerContext = new TimerContext(function);
        RichFunctions.open(function, context);
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        collector.setTimestamp(timestamp);
        function.processElement(value, elementContext, collector);
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
                collector.setTimestamp(records.timestamp(i));
                function.processElement(records.value(i), elementContext, collector);
            }
            first = end;
        }
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        collector.setTimestamp(Records.NO_TIMESTAMP);
        return function.onWatermark(watermark, collector);
    }

    @Override
    public void onEventTimer(Object key, Void namespace, long timestamp) throws Exception {
        collector.setTimestamp(timestamp);
        timerContext.domain = TimeDomain.EVENT_TIME;
        function.onTimer(timestamp, timerContext, collector);
    }

    @Override
    public void onProcessingTimer(Object key, Void namespace, long timestamp) throws Exception {
        collector.setTimestamp(Records.NO_TIMESTAMP);
        timerContext.domain = TimeDomain.PROCESSING_TIME;
        function.onTimer(timestamp, timerContext, collector);
    }

    @Override
    public EndOfInputPolicy endOfInputPolicy() {
        return function.endOfInputPolicy();
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }

    private Long timestampOrNull() {
        long timestamp = collector.timestamp();
        return timestamp == Records.NO_TIMESTAMP ? null : timestamp;
    }

    private final class ElementContext extends KeyedProcessFunction<Object, Object, Object>.Context {
        ElementContext(KeyedProcessFunction<Object, Object, Object> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return timestampOrNull();
        }

        @Override
        public TimerService timerService() {
            return timerService;
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            sideOutputs.emit(outputTag, value, collector.timestamp());
        }

        @Override
        public Object getCurrentKey() {
            return keyedState.currentKey();
        }
    }

    private final class TimerContext extends KeyedProcessFunction<Object, Object, Object>.OnTimerContext {
        private TimeDomain domain;

        TimerContext(KeyedProcessFunction<Object, Object, Object> function) {
            function.super();
        }

        @Override
        public TimeDomain timeDomain() {
            return domain;
        }

        @Override
        public String timerName() {
            return timerService.firingName();
        }

        @Override
        public Long timestamp() {
            return timestampOrNull();
        }

        @Override
        public TimerService timerService() {
            return timerService;
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            sideOutputs.emit(outputTag, value, collector.timestamp());
        }

        @Override
        public Object getCurrentKey() {
            return keyedState.currentKey();
        }
    }
}
