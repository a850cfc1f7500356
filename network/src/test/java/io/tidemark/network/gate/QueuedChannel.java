package io.tidemark.network.gate;

import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.InputChannel;
import java.util.ArrayDeque;

/** A channel whose elements are put in by hand. */
final class QueuedChannel implements InputChannel {
    private final ArrayDeque<Object> queue = new ArrayDeque<>();
    private RecordBatch out;
    private Throwable failure;
    private boolean closed;

    QueuedChannel records(Object... values) {
        RecordBatch batch = new RecordBatch(Math.max(1, values.length));
        for (Object value : values) {
            batch.add(value, 0, 0);
        }
        queue.add(batch);
        return this;
    }

    QueuedChannel watermark(long timestamp) {
        return put(new ControlElement.Watermark(timestamp));
    }

    QueuedChannel idle() {
        return put(new ControlElement.Idle());
    }

    QueuedChannel active() {
        return put(new ControlElement.Active());
    }

    QueuedChannel barrier(long id) {
        return put(new ControlElement.Barrier(id, 0));
    }

    QueuedChannel end() {
        return put(new ControlElement.End());
    }

    QueuedChannel put(Object element) {
        queue.add(element);
        return this;
    }

    void fail(Throwable cause) {
        failure = cause;
    }

    boolean isClosed() {
        return closed;
    }

    boolean hasBatchOut() {
        return out != null;
    }

    @Override
    public Object poll() {
        if (out != null) {
            throw new IllegalStateException("not recycled");
        }
        Object element = queue.poll();
        out = element instanceof RecordBatch batch ? batch : null;
        return element;
    }

    @Override
    public Object peek() {
        return queue.peek();
    }

    @Override
    public void recycle(RecordBatch batch) {
        if (batch != out) {
            throw new IllegalArgumentException("not polled here");
        }
        out = null;
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public Throwable failure() {
        return failure;
    }

    @Override
    public void close() {
        closed = true;
    }
}
