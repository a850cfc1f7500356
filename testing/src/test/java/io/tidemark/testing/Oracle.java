package io.tidemark.testing;

import io.tidemark.testing.WindowOracle.Span;
import java.util.Comparator;
import java.util.List;

/** Says what an operator must give for what goes into it. */
interface Oracle {
    /** What a record makes come out at once; {@code late x} for the side output. */
    List<String> record(String value, long timestamp);

    /** What event time makes come out when it gets there. */
    List<String> watermark(long to);

    /** What the wall clock makes come out when it is there. */
    default List<String> clock(long to) {
        return List.of();
    }

    /** The result of a window of a key. */
    static String result(char key, Span window, List<String> contents, Comparator<String> order) {
        List<String> ordered =
                order == null ? contents : contents.stream().sorted(order).toList();
        return key + "[" + window.startMs() + "," + window.endMs() + ")=" + String.join("+", ordered) + "@"
                + Emitted.time(window.lastMs());
    }
}
