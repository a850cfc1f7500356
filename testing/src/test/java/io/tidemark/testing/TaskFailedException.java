package io.tidemark.testing;

import io.tidemark.worker.failure.TaskFailure;

/** The operator under test failed; says how the failure would be reported. */
public final class TaskFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient TaskFailure failure;

    TaskFailedException(TaskFailure failure) {
        super(failure.cause() + (failure.hint().isEmpty() ? "" : "\n" + failure.hint()) + "\n" + failure.stackTrace());
        this.failure = failure;
    }

    /** What people see of it, and how it is classed. */
    public TaskFailure failure() {
        return failure;
    }
}
