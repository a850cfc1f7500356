package io.tidemark.testing;

import io.tidemark.api.operator.Records;
import io.tidemark.api.watermark.Watermark;

/**
 * One channel of a {@link TestInput}, as if one of several subtasks produced it. Used by one thread.
 *
 * @param <T> type of the records
 */
public final class TestChannel<T> {
    private final StreamHarness harness;
    private final String name;
    private final Feed feed;

    /** @param name for messages, as in "input 0, channel 1" */
    TestChannel(StreamHarness harness, String name, Feed feed) {
        this.harness = harness;
        this.name = name;
        this.feed = feed;
    }

    /** A record without a timestamp. */
    public TestChannel<T> record(T value) {
        return record(value, Records.NO_TIMESTAMP);
    }

    /** A record at an event time in milliseconds. */
    public TestChannel<T> record(T value, long timestamp) {
        put(input -> input.emit(value, timestamp));
        harness.act(() -> "record " + Element.record(value, timestamp) + " into " + name);
        return this;
    }

    /** Event time comes to here, in milliseconds. One that is not ahead of what was said before says nothing. */
    public TestChannel<T> watermark(long timestamp) {
        put(input -> input.emitWatermark(timestamp));
        harness.act(() -> "watermark " + timestamp + " into " + name);
        return this;
    }

    /** A value of a watermark that the job declares. */
    public TestChannel<T> watermark(Watermark declared) {
        put(input -> input.emitDeclared(declared));
        harness.act(() -> "watermark " + declared + " into " + name);
        return this;
    }

    /** Nothing comes on it for the time being, and event time is not to wait for it. */
    public TestChannel<T> idle() {
        put(input -> input.setIdle(true));
        harness.act(() -> "idleness of " + name);
        return this;
    }

    /** It counts again for event time. A record or a watermark says so too. */
    public TestChannel<T> active() {
        put(input -> input.setIdle(false));
        harness.act(() -> "activity of " + name);
        return this;
    }

    /** The final watermark, and the end. */
    public void end() {
        putEnd();
        harness.act(() -> "the end of " + name);
    }

    void put(Feed.Action action) {
        harness.start();
        feed.put(action);
    }

    void putEnd() {
        harness.start();
        feed.putEnd();
    }
}
