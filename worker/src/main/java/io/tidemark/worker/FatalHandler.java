package io.tidemark.worker;

/** Ends the process when it cannot be trusted any more: memory ran out, or a task ignores its cancellation. */
@FunctionalInterface
public interface FatalHandler {
    /** Halts this process at once, without shutdown hooks, which could hang as well. */
    FatalHandler HALT = (reason, cause) -> {
        System.err.println("Fatal: " + reason);
        if (cause != null) {
            cause.printStackTrace(System.err);
        }
        Runtime.getRuntime().halt(70);
    };

    /**
     * @param reason one line
     * @param cause may be null
     */
    void onFatal(String reason, Throwable cause);
}
