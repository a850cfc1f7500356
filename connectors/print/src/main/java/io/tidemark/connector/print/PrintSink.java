package io.tidemark.connector.print;

import io.tidemark.api.connector.LineWriter;
import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import java.io.PrintStream;
import java.util.Objects;

/**
 * Prints each record as a line on the standard output of the worker that it reaches; in a cluster that is the worker's log,
 * in the embedded cluster the program's own output. What was printed cannot be taken back: after a failure records are
 * printed again.
 *
 * @param <T> record type
 */
public final class PrintSink<T> implements Sink<T> {
    private static final long serialVersionUID = 1L;

    private final String name;

    private PrintSink(String name) {
        this.name = name;
    }

    /** Prints the records as they are. */
    public static <T> PrintSink<T> create() {
        return new PrintSink<>(null);
    }

    /** Prints {@code name:subtask> } before each record; subtasks are counted from 0, as everywhere. */
    public static <T> PrintSink<T> create(String name) {
        return new PrintSink<>(Objects.requireNonNull(name));
    }

    @Override
    public SinkWriter<T> createWriter(SinkContext context) {
        return createWriter(System.out, context);
    }

    LineWriter<T> createWriter(PrintStream out, SinkContext context) {
        return new LineWriter<>(out, name == null ? "" : name + ":" + context.subtask() + "> ");
    }
}
