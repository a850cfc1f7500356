package io.tidemark.testing;

import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.InputChannel;
import java.util.ArrayDeque;

/** An input channel that is filled by hand. */
final class HandInput implements InputChannel {
    private final ArrayDeque<Object> elements = new ArrayDeque<>();

    /** Adds a batch or a control element. */
    void add(Object element) {
        elements.add(element);
    }

    @Override
    public Object poll() {
        return elements.poll();
    }

    @Override
    public Object peek() {
        return elements.peek();
    }

    @Override
    public void recycle(RecordBatch batch) {
        batch.clear();
    }

    @Override
    public boolean isEmpty() {
        return elements.isEmpty();
    }

    @Override
    public Throwable failure() {
        return null;
    }

    @Override
    public void close() {
        elements.clear();
    }
}
