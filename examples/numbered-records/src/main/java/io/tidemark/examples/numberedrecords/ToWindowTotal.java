package io.tidemark.examples.numberedrecords;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.TimeWindow;

/** Adds window and key to the sums. */
final class ToWindowTotal extends ProcessWindowFunction<CountAndSum.Sums, WindowTotal, Integer, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Integer key, Context context, Iterable<CountAndSum.Sums> elements, Collector<WindowTotal> out) {
        CountAndSum.Sums sums = elements.iterator().next();
        out.collect(new WindowTotal(context.window().getStart(), key, sums.count(), sums.total()));
    }
}
