package io.tidemark.coordinator.planning;

import io.tidemark.network.proto.ErrorDetail;

/** A job could not be planned. */
public final class PlanningFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ErrorDetail detail;

    public PlanningFailure(ErrorDetail detail) {
        super(detail.getCause());
        this.detail = detail;
    }

    public PlanningFailure(String cause, String hint) {
        this(ErrorDetail.newBuilder().setCause(cause).setHint(hint).build());
    }

    public ErrorDetail detail() {
        return detail;
    }
}
