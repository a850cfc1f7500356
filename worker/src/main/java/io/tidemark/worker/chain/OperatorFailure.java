package io.tidemark.worker.chain;

/** An operator threw: names it, and has what it threw as its cause. */
public final class OperatorFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String where;

    /** @param where operator and subtask, for people */
    public OperatorFailure(String where, Throwable cause) {
        super(where + " failed: " + cause, cause);
        this.where = where;
    }

    /** Operator and subtask, for people. */
    public String where() {
        return where;
    }
}
