package io.tidemark.worker.window;

import io.tidemark.api.window.TimeWindow;

/**
 * A session of a key with its contents, and by that all sessions of the key: each has the one whose first record came next. So
 * what is looked up by key is one place in memory, and a session that grows makes no new objects. Not thread-safe.
 */
final class Session {
    private long start;
    private long end;

    /** Null when they were purged. */
    private Object contents;

    /** The one whose first record came next; null for the last one. */
    private Session next;

    /**
     * @param start in milliseconds, inclusive
     * @param end in milliseconds, exclusive
     */
    Session(long start, long end, Object contents) {
        this.start = start;
        this.end = end;
        this.contents = contents;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    TimeWindow window() {
        return new TimeWindow(start, end);
    }

    long maxTimestamp() {
        return maxTimestamp(end);
    }

    /** Of a session with this end. */
    static long maxTimestamp(long end) {
        return end == Long.MIN_VALUE ? end : end - 1;
    }

    /** Whether they overlap or touch. */
    boolean touches(long otherStart, long otherEnd) {
        return start <= otherEnd && end >= otherStart;
    }

    /** Makes it as long as both together. */
    void cover(long otherStart, long otherEnd) {
        start = Math.min(start, otherStart);
        end = Math.max(end, otherEnd);
    }

    Object contents() {
        return contents;
    }

    void setContents(Object after) {
        // Mostly the same object, changed; to store it again would cost the collector a card.
        if (contents != after) {
            contents = after;
        }
    }

    Session next() {
        return next;
    }

    void setNext(Session session) {
        next = session;
    }

    /** Puts one at the end of those that begin with this one. */
    void append(Session session) {
        Session last = this;
        while (last.next != null) {
            last = last.next;
        }
        last.next = session;
    }
}
