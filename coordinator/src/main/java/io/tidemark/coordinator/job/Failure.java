package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;

/** Why an attempt failed. */
public record Failure(Kind kind, ErrorDetail detail) {
    /** How it is classed, the weightier later: of several failures of one attempt the weightiest is its cause. */
    public enum Kind {
        /** It says nothing about the job: a worker or a connection was lost. Always worth another attempt. */
        ENVIRONMENT,
        /** The job's own code or data; worth some attempts. */
        OWN,
        /** No attempt will help. */
        FATAL
    }

    static Failure environment(String cause, String hint) {
        return new Failure(Kind.ENVIRONMENT, detail(cause, hint));
    }

    static Failure fatal(String cause, String hint) {
        return new Failure(Kind.FATAL, detail(cause, hint));
    }

    static ErrorDetail detail(String cause, String hint) {
        return ErrorDetail.newBuilder().setCause(cause).setHint(hint).build();
    }
}
