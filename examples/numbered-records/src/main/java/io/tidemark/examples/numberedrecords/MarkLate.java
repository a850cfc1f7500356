package io.tidemark.examples.numberedrecords;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.metric.Counter;

/** Marks the records that are not newer than the watermark that those before them made, and counts them. */
final class MarkLate extends ProcessFunction<Numbered, Marked> {
    private static final long serialVersionUID = 1L;

    private transient Counter late;

    @Override
    public void open(OpenContext openContext) {
        late = getRuntimeContext().counter("late-by-watermark");
    }

    @Override
    public void processElement(Numbered record, Context ctx, Collector<Marked> out) {
        boolean isLate = record.timeMs() <= ctx.timerService().currentWatermark();
        if (isLate) {
            late.add(1);
        }
        out.collect(new Marked(record.number(), record.key(), record.timeMs(), isLate));
    }
}
