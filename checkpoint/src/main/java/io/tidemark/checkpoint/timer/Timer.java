package io.tidemark.checkpoint.timer;

/** A timer that is due. The queue reuses one object: what it says holds until the next call of the queue. */
public final class Timer {
    private TimerEntry entry;

    Timer() {}

    Timer of(TimerEntry due) {
        this.entry = due;
        return this;
    }

    public Object key() {
        return entry.key;
    }

    public int keyHash() {
        return entry.keyHash;
    }

    /** What {@link TimerQueue#group} returned. */
    public int group() {
        return entry.group.index();
    }

    public Object namespace() {
        return entry.namespace;
    }

    public long timestamp() {
        return entry.timestamp;
    }
}
