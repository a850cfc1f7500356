package io.tidemark.worker.connect;

import io.tidemark.api.function.CoProcessFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.function.TimerService;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkHandlingResult;

/** A {@link CoProcessFunction}. */
final class CoProcess implements TwoInputs {
    private final CoProcessFunction<Object, Object, Object> function;
    private final Surroundings around;
    private final ElementContext elementContext;
    private final TimerContext timerContext;

    CoProcess(CoProcessFunction<Object, Object, Object> function, Surroundings around) {
        this.function = function;
        this.around = around;
        this.elementContext = new ElementContext(function);
        this.timerContext = new TimerContext(function);
    }

    @Override
    public void process1(Object value) throws Exception {
        function.processElement1(value, elementContext, around.collector());
    }

    @Override
    public void process2(Object value) throws Exception {
        function.processElement2(value, elementContext, around.collector());
    }

    @Override
    public void onTimer(TimeDomain domain, long timestamp) throws Exception {
        timerContext.domain = domain;
        function.onTimer(timestamp, timerContext, around.collector());
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, Watermark watermark) throws Exception {
        return input == 0
                ? function.onWatermark1(watermark, around.collector())
                : function.onWatermark2(watermark, around.collector());
    }

    private final class ElementContext extends CoProcessFunction<Object, Object, Object>.Context {
        ElementContext(CoProcessFunction<Object, Object, Object> function) {
            function.super();
        }

        @Override
        public Long timestamp() {
            return around.timestamp();
        }

        @Override
        public TimerService timerService() {
            return around.timers();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            around.emit(outputTag, value);
        }
    }

    private final class TimerContext extends CoProcessFunction<Object, Object, Object>.OnTimerContext {
        private TimeDomain domain;

        TimerContext(CoProcessFunction<Object, Object, Object> function) {
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
        public TimerService timerService() {
            return around.timers();
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            around.emit(outputTag, value);
        }
    }
}
