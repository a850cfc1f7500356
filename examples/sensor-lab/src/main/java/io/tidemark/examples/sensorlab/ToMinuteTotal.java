package io.tidemark.examples.sensorlab;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.TimeWindow;

/** Adds sensor and minute to the sums. */
final class ToMinuteTotal extends ProcessWindowFunction<CountAndSum.Sums, MinuteTotal, String, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
            String sensorId, Context context, Iterable<CountAndSum.Sums> elements, Collector<MinuteTotal> out) {
        CountAndSum.Sums sums = elements.iterator().next();
        TimeWindow minute = context.window();
        out.collect(new MinuteTotal(minute.getStart(), minute.getEnd(), sensorId, sums.count(), sums.total()));
    }
}
