package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;

/**
 * Something that was asked of a job and takes its time, and what has become of it. Immutable.
 *
 * @param token of whoever asked; the same one twice is one order
 * @param directory where savepoints are kept; empty for a rescale
 * @param drain whether event time is brought to its end before a stop
 * @param parallelism that a rescale wants, of operators that have no number of their own; else 0
 * @param waits whether a rescale stops the job also when the slots are not there yet
 * @param location of the savepoint, once it is done; else empty
 * @param failure why nothing came of it; null when it did not fail
 */
public record Order(
        String token,
        Kind kind,
        String directory,
        boolean drain,
        int parallelism,
        boolean waits,
        State state,
        String location,
        ErrorDetail failure) {
    /** What is asked for. */
    public enum Kind {
        SAVEPOINT,
        STOP,
        RESCALE
    }

    /** How far it is. */
    public enum State {
        OPEN,
        DONE,
        FAILED
    }

    public static Order savepoint(String token, String directory) {
        return open(token, Kind.SAVEPOINT, directory, false, 0, false);
    }

    public static Order stop(String token, String directory, boolean drain) {
        return open(token, Kind.STOP, directory, drain, 0, false);
    }

    public static Order rescale(String token, int parallelism, boolean waits) {
        return open(token, Kind.RESCALE, "", false, parallelism, waits);
    }

    private static Order open(
            String token, Kind kind, String directory, boolean drain, int parallelism, boolean waits) {
        return new Order(token, kind, directory, drain, parallelism, waits, State.OPEN, "", null);
    }

    /** Whether it has no answer yet. */
    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** @param at location of the savepoint; empty for a rescale */
    Order done(String at) {
        return new Order(token, kind, directory, drain, parallelism, waits, State.DONE, at, null);
    }

    Order failed(ErrorDetail why) {
        return new Order(token, kind, directory, drain, parallelism, waits, State.FAILED, "", why);
    }

    /** As it was before it was answered. */
    Order reopened() {
        return open(token, kind, directory, drain, parallelism, waits);
    }
}
