package io.tidemark.checkpoint.timer;

/** One timer that is set. What it is never changes; where it stands is kept by the structures that hold it. */
final class TimerEntry {
    /** The epoch of a timer that the database is known to have. */
    static final int STORED = 0;

    final TimerDomain domain;
    final TimerGroup group;
    final Object key;
    final int keyHash;
    final Object namespace;
    final long timestamp;
    /** Orders timers of equal timestamp. */
    final long registration;
    /** Hash of all that tells this timer from others. */
    final int hash;

    /** Index in its heap; kept by {@link TimerHeap}. */
    int heapIndex = -1;
    /** Index in {@link TimerChanges}; kept by it. */
    int changeIndex = -1;
    /** The epoch of changes in which it was set, or {@link #STORED}. */
    int epoch = STORED;

    TimerEntry(
            TimerDomain domain,
            TimerGroup group,
            Object key,
            int keyHash,
            Object namespace,
            long timestamp,
            long registration,
            int hash) {
        this.domain = domain;
        this.group = group;
        this.key = key;
        this.keyHash = keyHash;
        this.namespace = namespace;
        this.timestamp = timestamp;
        this.registration = registration;
        this.hash = hash;
    }
}
