package io.tidemark.coordinator.planning;

/** Thrown out of execute() to end the job's main there, as an Error so that few catch it. */
final class PlanCaptured extends Error {
    private static final long serialVersionUID = 1L;

    PlanCaptured() {
        super("the plan is known, main is not needed any more", null, false, false);
    }
}
