package io.tidemark.worker.connect;

import io.tidemark.api.function.KeyedBroadcastProcessFunction;
import io.tidemark.api.function.KeyedStateFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.function.TimerService;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReadOnlyBroadcastState;
import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.worker.function.StatesByKind;

/** A {@link KeyedBroadcastProcessFunction}. */
final class KeyedBroadcast implements TwoInputs {
    private final KeyedBroadcastProcessFunction<Object, Object, Object, Object> function;
    private final Surroundings around;
    private final ElementContext elementContext;
    private final BroadcastContext broadcastContext;
    private final TimerContext timerContext;

    KeyedBroadcast(KeyedBroadcastProcessFunction<Object, Object, Object, Object> function, Surroundings around) {
        this.function = function;
        this.around = around;
        this.elementContext = new ElementContext(function);
        this.broadcastContext = new BroadcastContext(function);
        this.timerContext = new TimerContext(function);
    }

    @Override
    public void process1(Object value) throws Exception {
        function.processElement(value, elementContext, around.collector());
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        return input == 0
                ? function.onWatermark(watermark, around.collector())
                : function.onBroadcastWatermark(watermark, around.collector());
    }

    @Override
    public void process2(Object value) throws Exception {
        function.processBroadcastElement(value, broadcastContext, around.collector());
    }

    @Override
    public void onTimer(TimeDomain domain, long timestamp) throws Exception {
        timerContext.domain = domain;
        function.onTimer(timestamp, timerContext, around.collector());
    }

    private final class ElementContext
            extends KeyedBroadcastProcessFunction<Object, Object, Object, Object>.ReadOnlyContext {
        ElementContext(KeyedBroadcastProcessFunction<Object, Object, Object, Object> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return around.timestamp();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            around.emit(outputTag, value);
        }

        @Override
        public long currentProcessingTime() {
            return around.context().processingTimeMs();
        }

        @Override
        public long currentWatermark() {
            return around.timers().currentWatermark();
        }

        @Override
        public <K, V> ReadOnlyBroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor) {
            return around.broadcastStates().view(stateDescriptor);
        }

        @Override
        public TimerService timerService() {
            return around.timers();
        }

        @Override
        public Object getCurrentKey() {
            return around.currentKey();
        }
    }

    private final class TimerContext
            extends KeyedBroadcastProcessFunction<Object, Object, Object, Object>.OnTimerContext {
        private TimeDomain domain;

        TimerContext(KeyedBroadcastProcessFunction<Object, Object, Object, Object> function) {
            function.super();
        }

        @Override
        public TimeDomain timeDomain() {
            return domain;
        }

        @Override
        public String timerName() {
            return around.timers().firingName();
        }

        @Override
        public Long timestamp() {
            return around.timestamp();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            around.emit(outputTag, value);
        }

        @Override
        public long currentProcessingTime() {
            return around.context().processingTimeMs();
        }

        @Override
        public long currentWatermark() {
            return around.timers().currentWatermark();
        }

        @Override
        public <K, V> ReadOnlyBroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor) {
            return around.broadcastStates().view(stateDescriptor);
        }

        @Override
        public TimerService timerService() {
            return around.timers();
        }

        @Override
        public Object getCurrentKey() {
            return around.currentKey();
        }
    }

    private final class BroadcastContext extends KeyedBroadcastProcessFunction<Object, Object, Object, Object>.Context {
        BroadcastContext(KeyedBroadcastProcessFunction<Object, Object, Object, Object> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return around.timestamp();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            around.emit(outputTag, value);
        }

        @Override
        public long currentProcessingTime() {
            return around.context().processingTimeMs();
        }

        @Override
        public long currentWatermark() {
            return around.context().currentWatermark();
        }

        @Override
        public <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor) {
            return around.broadcastStates().state(stateDescriptor);
        }

        @Override
        public <VS, S extends State> void applyToKeyedState(
                StateDescriptor<S, VS> stateDescriptor, KeyedStateFunction<Object, S> toApply) throws Exception {
            KeyedState keyedState = around.context().keyedState();
            S state = StatesByKind.of(keyedState, stateDescriptor);
            try {
                for (Object key : keyedState.keys(stateDescriptor)) {
                    keyedState.setCurrentKey(key);
                    if (StatesByKind.isPresent(state)) {
                        toApply.process(key, state);
                    }
                }
            } finally {
                keyedState.setCurrentKey(null, 0);
            }
        }
    }
}
