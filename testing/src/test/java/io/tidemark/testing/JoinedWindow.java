package io.tidemark.testing;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.TimeWindow;
import java.util.List;

/** Writes what {@link JoinedRecords} made of a window as {@code a[0,10)=a1+a2}. */
final class JoinedWindow extends ProcessWindowFunction<List<String>, String, Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Object key, Context context, Iterable<List<String>> elements, Collector<String> out) {
        TimeWindow window = context.window();
        out.collect(RecordKeys.name(key) + "[" + window.getStart() + "," + window.getEnd() + ")="
                + String.join("+", elements.iterator().next()));
    }
}
