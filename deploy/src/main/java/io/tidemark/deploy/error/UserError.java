package io.tidemark.deploy.error;

import java.util.Objects;

/** Ends a command: one line of cause, one of what to do, and the exit status. */
public final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitStatus status;
    private final String hint;
    private final String remoteStack;

    private UserError(ExitStatus status, String cause, String hint, String remoteStack, Throwable reason) {
        super(oneLine(cause), reason);
        this.status = Objects.requireNonNull(status, "status");
        this.hint = oneLine(hint);
        this.remoteStack = remoteStack;
    }

    /** The command was understood and could not be carried out. */
    public static UserError failed(String cause, String hint) {
        return new UserError(ExitStatus.FAILED, cause, hint, "", null);
    }

    /** As {@link #failed(String, String)}, for the reason that {@code --verbose} shows. */
    public static UserError failed(String cause, String hint, Throwable reason) {
        return new UserError(ExitStatus.FAILED, cause, hint, "", reason);
    }

    /** The command was written wrongly. */
    public static UserError usage(String cause, String hint) {
        return new UserError(ExitStatus.USAGE, cause, hint, "", null);
    }

    /** As {@link #usage(String, String)}, for the reason that {@code --verbose} shows. */
    public static UserError usage(String cause, String hint, Throwable reason) {
        return new UserError(ExitStatus.USAGE, cause, hint, "", reason);
    }

    /** There is no coordinator. */
    public static UserError noCoordinator(String cause, String hint) {
        return new UserError(ExitStatus.NO_COORDINATOR, cause, hint, "", null);
    }

    /** What another process reported, with the stack trace it sent along. */
    public static UserError reported(ExitStatus status, String cause, String hint, String stack, Throwable reason) {
        return new UserError(status, cause, hint, stack, reason);
    }

    public ExitStatus status() {
        return status;
    }

    /** What went wrong, in one line. */
    public String cause() {
        return getMessage();
    }

    /** What to do about it, in one line. */
    public String hint() {
        return hint;
    }

    /** The stack trace of the process where it happened; empty when it happened here. */
    public String remoteStack() {
        return remoteStack;
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
