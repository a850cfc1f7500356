package io.tidemark.worker.async;

import java.util.Collection;

/** A record that waits for its results, or with them for those before it. */
final class Pending {
    private final Object value;
    private final long timestamp;
    private int attempts;
    private long askedNs;
    private boolean timedOut;
    private Collection<?> results;

    /** A note of the queue it is in. */
    private Object segment;

    /** @param timestamp event time in milliseconds or {@code Records.NO_TIMESTAMP} */
    Pending(Object value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
    }

    Object value() {
        return value;
    }

    long timestamp() {
        return timestamp;
    }

    /** How often it was asked for; answers to earlier requests no longer count. */
    int attempts() {
        return attempts;
    }

    int nextAttempt() {
        return ++attempts;
    }

    /** When it was first asked for, by a nanosecond clock. */
    long askedNs() {
        return askedNs;
    }

    void setAsked(long nowNs) {
        askedNs = nowNs;
    }

    /** Whether it was given up, so that it is not asked for again. */
    boolean isTimedOut() {
        return timedOut;
    }

    void markTimedOut() {
        timedOut = true;
    }

    boolean isComplete() {
        return results != null;
    }

    Object segment() {
        return segment;
    }

    void setSegment(Object segment) {
        this.segment = segment;
    }

    /** Null while they are not there. */
    Collection<?> results() {
        return results;
    }

    void setResults(Collection<?> results) {
        this.results = results;
    }
}
