package io.tidemark.checkpoint.timer;

/** What one timer is, apart from where it is kept. */
final class TimerEntry {
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
