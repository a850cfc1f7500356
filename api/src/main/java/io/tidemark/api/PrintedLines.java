package io.tidemark.api;

import io.tidemark.api.connector.LineWriter;
import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;

/**
 * Where {@link DataStream#print()} sends records.
 *
 * @param name stands before each line; may be empty
 */
record PrintedLines<T>(String name) implements Sink<T> {
    private static final long serialVersionUID = 1L;

    @Override
    public SinkWriter<T> createWriter(SinkContext context) {
        return new LineWriter<>(System.out, prefix(name, context.subtask(), context.parallelism()));
    }

    /** A single subtask needs no number. People count subtasks from 1. */
    static String prefix(String name, int subtask, int parallelism) {
        String number = parallelism == 1 ? "" : String.valueOf(subtask + 1);
        String separator = name.isEmpty() || number.isEmpty() ? "" : ":";
        String prefix = name + separator + number;
        return prefix.isEmpty() ? "" : prefix + "> ";
    }
}
