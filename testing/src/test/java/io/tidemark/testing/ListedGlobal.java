package io.tidemark.testing;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.GlobalWindow;
import java.util.StringJoiner;

/** Writes the contents of a global window as {@code a=a1+a2}. */
final class ListedGlobal extends ProcessWindowFunction<String, String, Object, GlobalWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Object key, Context context, Iterable<String> elements, Collector<String> out) {
        StringJoiner all = new StringJoiner("+");
        elements.forEach(all::add);
        out.collect(RecordKeys.name(key) + "=" + all);
    }
}
