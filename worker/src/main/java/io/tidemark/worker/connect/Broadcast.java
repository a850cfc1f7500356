package io.tidemark.worker.connect;

import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReadOnlyBroadcastState;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** A {@link BroadcastProcessFunction}. */
final class Broadcast implements TwoInputs {
    private final BroadcastProcessFunction<Object, Object, Object> function;
    private final Surroundings around;
    private final ElementContext elementContext;
    private final BroadcastContext broadcastContext;

    Broadcast(BroadcastProcessFunction<Object, Object, Object> function, Surroundings around) {
        this.function = function;
        this.around = around;
        this.elementContext = new ElementContext(function);
        this.broadcastContext = new BroadcastContext(function);
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

    private final class ElementContext extends BroadcastProcessFunction<Object, Object, Object>.ReadOnlyContext {
        ElementContext(BroadcastProcessFunction<Object, Object, Object> function) {
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
        public <K, V> ReadOnlyBroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor) {
            return around.broadcastStates().view(stateDescriptor);
        }
    }

    private final class BroadcastContext extends BroadcastProcessFunction<Object, Object, Object>.Context {
        BroadcastContext(BroadcastProcessFunction<Object, Object, Object> function) {
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
    }
}
