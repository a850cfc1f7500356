package io.tidemark.worker.failure;

import io.tidemark.network.proto.ErrorDetail;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Why a task ended.
 *
 * @param cause one line
 * @param hint one line of what to do; may be empty
 * @param stackTrace for the log
 * @param restartable whether a restart may help
 * @param causedElsewhere whether it says nothing about this task's own code or data
 */
public record TaskFailure(String cause, String hint, String stackTrace, boolean restartable, boolean causedElsewhere) {
    private static final int MAX_LINE = 1000;
    private static final int MAX_STACK = 64 * 1024;

    static TaskFailure of(String cause, String hint, Throwable thrown, boolean restartable, boolean causedElsewhere) {
        return new TaskFailure(oneLine(cause), oneLine(hint), stackOf(thrown), restartable, causedElsewhere);
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("\\s*\\R\\s*", " ").strip();
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE) + "…";
    }

    private static String stackOf(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        String stack = text.toString();
        return stack.length() <= MAX_STACK ? stack : stack.substring(0, MAX_STACK) + "…";
    }

    /** For the wire. */
    public ErrorDetail toProto() {
        return ErrorDetail.newBuilder()
                .setCause(cause)
                .setHint(hint)
                .setStackTrace(stackTrace)
                .build();
    }
}
