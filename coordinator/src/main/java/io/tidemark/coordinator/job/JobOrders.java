package io.tidemark.coordinator.job;

import java.util.Optional;

/**
 * What people have asked of a job, as far as it must survive a crash. Immutable.
 *
 * @param origin location of the savepoint that it starts from until it has a checkpoint of its own; empty for none
 * @param parallelism of operators that have no number of their own; 0 for what the plan says
 * @param stop null when nobody wants it to stop
 * @param savepoint location of the savepoint it was stopped with; empty for none
 */
public record JobOrders(String origin, int parallelism, Stop stop, String savepoint) {
    public static final JobOrders NONE = new JobOrders("", 0, null, "");

    /**
     * The job is to end with a savepoint.
     *
     * @param token of whoever asked
     * @param directory where savepoints are kept
     * @param drain whether event time is brought to its end first
     */
    public record Stop(String token, String directory, boolean drain) {}

    /** Those of a job that starts from a savepoint. */
    public static JobOrders startFrom(String origin) {
        return new JobOrders(origin, 0, null, "");
    }

    public Optional<Stop> stopIfAny() {
        return Optional.ofNullable(stop);
    }

    JobOrders withParallelism(int wanted) {
        return new JobOrders(origin, wanted, stop, savepoint);
    }

    JobOrders withStop(Stop wanted) {
        return new JobOrders(origin, parallelism, wanted, savepoint);
    }

    JobOrders stoppedWith(String location) {
        return new JobOrders(origin, parallelism, stop, location);
    }
}
