package io.tidemark.api.plan;

/** The job cannot be planned as it is written. The message has two lines: what is wrong and where, and what to write. */
public final class InvalidPlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param problem what is wrong, naming the operator, in one line
     * @param hint what to write, in one line
     */
    public InvalidPlanException(String problem, String hint) {
        this(problem, hint, null);
    }

    /**
     * @param problem what is wrong, naming the operator, in one line
     * @param hint what to write, in one line
     */
    public InvalidPlanException(String problem, String hint, Throwable cause) {
        super(problem + "\n" + hint, cause);
    }
}
