package io.tidemark.bench.recovery;

import java.util.Arrays;
import java.util.StringJoiner;

/** One line of JSON for one run. Keys and texts are this package's own words, so nothing in them has to be escaped. */
final class JsonLine {
    private final StringJoiner parts = new StringJoiner(", ", "{", "}");

    JsonLine(String bench) {
        with("bench", bench);
    }

    JsonLine with(String key, String text) {
        parts.add('"' + key + "\": \"" + text + '"');
        return this;
    }

    JsonLine with(String key, long value) {
        parts.add('"' + key + "\": " + value);
        return this;
    }

    JsonLine with(String key, long... values) {
        parts.add('"' + key + "\": " + Arrays.toString(values));
        return this;
    }

    void print() {
        System.out.println(parts);
    }

    static long median(long... values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
