package io.tidemark.network.rpc;

/** The network cannot be set up as asked for. Trying again does not help; the message is the cause, the hint what to do. */
public final class NetworkSetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Problem problem;
    private final String hint;

    public NetworkSetupException(Problem problem, String message, String hint) {
        this(problem, message, hint, null);
    }

    public NetworkSetupException(Problem problem, String message, String hint, Throwable cause) {
        super(message, cause);
        this.problem = problem;
        this.hint = hint;
    }

    /** What is wrong. */
    public enum Problem {
        /** Another process listens there. */
        PORT_TAKEN,
        /** The address is none of this machine's, or cannot be resolved. */
        BAD_ADDRESS,
        /** An address beyond this machine, and no secret. */
        SECRET_NEEDED,
        /** The file with the secret cannot be read, or has none. */
        SECRET_UNREADABLE,
        /** Listening failed in some other way. */
        CANNOT_LISTEN
    }

    public Problem problem() {
        return problem;
    }

    /** One line of what to do. */
    public String hint() {
        return hint;
    }
}
