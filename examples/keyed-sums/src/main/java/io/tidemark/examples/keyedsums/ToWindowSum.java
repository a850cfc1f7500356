package io.tidemark.examples.keyedsums;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.TimeWindow;

/** Adds key and window to the sums. */
final class ToWindowSum extends ProcessWindowFunction<CountAndSum.Sums, WindowSum, Long, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Long key, Context context, Iterable<CountAndSum.Sums> elements, Collector<WindowSum> out) {
        CountAndSum.Sums sums = elements.iterator().next();
        out.collect(new WindowSum(context.window().getStart(), key, sums.count, sums.sum));
    }
}
