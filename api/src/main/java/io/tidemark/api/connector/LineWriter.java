package io.tidemark.api.connector;

import java.io.PrintStream;
import java.util.Objects;

/**
 * Writes each record as a line, at once and whole, and leaves the stream open. Used by one thread.
 *
 * @param <T> type of the records
 */
public final class LineWriter<T> implements SinkWriter<T> {
    private final PrintStream out;
    private final String prefix;

    /** @param prefix what every line begins with */
    public LineWriter(PrintStream out, String prefix) {
        this.out = Objects.requireNonNull(out, "out");
        this.prefix = Objects.requireNonNull(prefix, "prefix");
    }

    @Override
    public void write(T record, long timestamp) {
        out.println(prefix + record);
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
