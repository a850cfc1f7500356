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
    /** Room for a list of all that does not fit of a task's state. */
    private static final int MAX_LIST = 16_000;

    private static final int MAX_STACK = 64 * 1024;

    static TaskFailure of(String cause, String hint, Throwable thrown, boolean restartable, boolean causedElsewhere) {
        return new TaskFailure(
                oneLine(cause, MAX_LINE), oneLine(hint, MAX_LINE), stackOf(thrown), restartable, causedElsewhere);
    }

    /** A failure whose cause is a list, of which nothing is cut off. */
    static TaskFailure ofList(String cause, String hint, Throwable thrown) {
        return new TaskFailure(oneLine(cause, MAX_LIST), oneLine(hint, MAX_LINE), stackOf(thrown), false, false);
    }

    private static String oneLine(String text, int maxLength) {
        String line = text.replaceAll("\\s*\\R\\s*", " ").strip();
        return line.length() <= maxLength ? line : line.substring(0, maxLength) + "…";
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
