package io.tidemark.network.gate;

import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.InputChannel;

/** A channel on which nothing but the end comes: what stands in the log before it is all there is. */
final class EndedChannel implements InputChannel {
    private static final ControlElement END = new ControlElement.End();

    private boolean taken;

    @Override
    public Object poll() {
        Object next = peek();
        taken = true;
        return next;
    }

    @Override
    public Object peek() {
        return taken ? null : END;
    }

    @Override
    public void recycle(RecordBatch batch) {
        throw new IllegalArgumentException("no batch came from here");
    }

    @Override
    public boolean isEmpty() {
        return taken;
    }

    @Override
    public Throwable failure() {
        return null;
    }

    @Override
    public void close() {}
}
