package io.tidemark.network.rpc;

import java.net.BindException;

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

    /** Why listening failed, with what to do about it. */
    public static NetworkSetupException cannotListen(HostPort at, Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String message = String.valueOf(t.getMessage());
            if (message.contains("Address already in use")) {
                return new NetworkSetupException(
                        Problem.PORT_TAKEN,
                        "port " + at.port() + " on " + at.host() + " is taken by another process",
                        "stop that process, or choose another port (0 takes a free one)",
                        failure);
            }
            if (t instanceof BindException || message.contains("Cannot assign requested address")) {
                return new NetworkSetupException(
                        Problem.BAD_ADDRESS,
                        "cannot listen on " + at + ": " + message,
                        "use an address of this machine, and a port that this user may use",
                        failure);
            }
        }
        return new NetworkSetupException(
                Problem.CANNOT_LISTEN,
                "cannot listen on " + at + ": " + failure.getMessage(),
                "check the address and the machine's network",
                failure);
    }

    public Problem problem() {
        return problem;
    }

    /** One line of what to do. */
    public String hint() {
        return hint;
    }
}
