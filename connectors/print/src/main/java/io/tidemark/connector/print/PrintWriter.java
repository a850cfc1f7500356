package io.tidemark.connector.print;

import io.tidemark.api.connector.SinkWriter;
import java.io.PrintStream;

/** Prints lines, each at once and whole. */
final class PrintWriter<T> implements SinkWriter<T> {
    private final PrintStream out;
    private final String prefix;

    PrintWriter(PrintStream out, String prefix) {
        this.out = out;
        this.prefix = prefix;
    }

    @Override
    public void write(T record, long timestamp) {
        out.println(prefix + record);
    }

    @Override
    public void flush() {
        out.flush();
    }

    /** Standard output stays open. */
    @Override
    public void close() {
        out.flush();
    }
}
