package io.tidemark.testing;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.TimeWindow;
import java.util.StringJoiner;

/** Writes a window's contents as {@code a[0,10)=a1+a2}. */
final class ListedWindow extends ProcessWindowFunction<String, String, Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Object key, Context context, Iterable<String> elements, Collector<String> out) {
        StringJoiner all = new StringJoiner("+");
        elements.forEach(all::add);
        TimeWindow window = context.window();
        out.collect(RecordKeys.name(key) + "[" + window.getStart() + "," + window.getEnd() + ")=" + all);
    }
}
