package io.tidemark.network.gate;

import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.InputChannel;

/** A channel with what was read ahead of it in front. */
final class LoggedChannel implements InputChannel {
    /** Says that records were read ahead. */
    static final Object RECORDS = new Object();

    private final InputChannel channel;
    private final InFlightLog log;

    LoggedChannel(InputChannel channel, InFlightLog log) {
        this.channel = channel;
        this.log = log;
    }

    InFlightLog log() {
        return log;
    }

    /**
     * Moves the next element from the channel to the end of the log, and gives its credit back.
     *
     * @return the {@link ControlElement}, {@link #RECORDS}, or null when nothing was there
     */
    Object readAhead() {
        Object element = channel.poll();
        if (element == null) {
            return null;
        }
        log.add(element);
        if (element instanceof RecordBatch batch) {
            channel.recycle(batch);
            return RECORDS;
        }
        return element;
    }

    /** Whether the channel has something that was not read ahead. */
    boolean hasMore() {
        return !channel.isEmpty();
    }

    /** Gives a batch back with only the records before {@code from} used. */
    void putBack(RecordBatch batch, int from) {
        log.putBack(batch, from);
        recycle(batch);
    }

    @Override
    public Object poll() {
        return log.isEmpty() ? channel.poll() : log.poll();
    }

    @Override
    public Object peek() {
        return log.isEmpty() ? channel.peek() : log.peek();
    }

    @Override
    public void recycle(RecordBatch batch) {
        if (log.owns(batch)) {
            log.recycle();
        } else {
            channel.recycle(batch);
        }
    }

    @Override
    public boolean isEmpty() {
        return log.isEmpty() && channel.isEmpty();
    }

    @Override
    public Throwable failure() {
        return channel.failure();
    }

    @Override
    public void close() {
        log.clear();
        channel.close();
    }
}
