package io.tidemark.checkpoint.timer;

/** A timer that is due. The queue reuses one object: what it says holds until the next call of the queue. */
public final class Timer {
    private TimerGroup group;
    private Object key;
    private int keyHash;
    private Object namespace;
    private long timestamp;

    Timer() {}

    void set(TimerGroup group, Object key, int keyHash, Object namespace, long timestamp) {
        this.group = group;
        this.key = key;
        this.keyHash = keyHash;
        this.namespace = namespace;
        this.timestamp = timestamp;
    }

    public Object key() {
        return key;
    }

    public int keyHash() {
        return keyHash;
    }

    /** What {@link TimerQueue#group} returned. */
    public int group() {
        return group.index();
    }

    public Object namespace() {
        return namespace;
    }

    public long timestamp() {
        return timestamp;
    }
}
