package io.tidemark.examples.sensorlab;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.metric.Counter;

/**
 * Counts the rows that are not newer than the watermark and sends a copy of them aside; all rows go on. A row meets the
 * watermark that the rows before it made; before the first watermark none is late.
 */
final class LateByWatermark extends ProcessFunction<Reading, Reading> {
    static final OutputTag<Reading> LATE = new OutputTag<>("late-by-watermark") {};

    private static final long serialVersionUID = 1L;

    private transient Counter late;

    @Override
    public void open(OpenContext openContext) {
        late = getRuntimeContext().counter("late-by-watermark");
    }

    @Override
    public void processElement(Reading reading, Context ctx, Collector<Reading> out) {
        // Long.MIN_VALUE, so below every row, before the first watermark.
        if (reading.timestampMs() <= ctx.timerService().currentWatermark()) {
            late.add(1);
            ctx.output(LATE, reading);
        }
        out.collect(reading);
    }
}
