package io.tidemark.testing;

import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.OutputChannel;
import java.util.List;

/**
 * An output channel that keeps what comes, and can be made to take one record at a time only. As a gate does, it takes no notice of
 * an operator that says it is active when that is known.
 */
final class HandOutput implements OutputChannel {
    private final List<Emitted> emitted;
    private final boolean oneAtATime;
    private boolean full;
    private boolean blocked;
    private boolean idle;

    /** @param oneAtATime whether it has no room after each record until it is flushed */
    HandOutput(List<Emitted> emitted, boolean oneAtATime) {
        this.emitted = emitted;
        this.oneAtATime = oneAtATime;
    }

    /** Has no room until further notice. */
    void setBlocked(boolean blocked) {
        this.blocked = blocked;
    }

    boolean isBlocked() {
        return blocked;
    }

    @Override
    public void write(Object value, long timestamp, int keyHash) {
        emitted.add(Emitted.record(value, timestamp));
        full = oneAtATime;
    }

    @Override
    public void write(ControlElement element) {
        if (element instanceof ControlElement.Active && !idle) {
            return;
        }
        idle = element instanceof ControlElement.Idle || (idle && !(element instanceof ControlElement.Active));
        emitted.add(Emitted.control(element));
    }

    @Override
    public boolean hasRoom() {
        return !full && !blocked;
    }

    @Override
    public boolean flush(long nowNs, boolean force) {
        boolean moved = full;
        full = false;
        return moved;
    }

    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public Throwable failure() {
        return null;
    }

    @Override
    public void close() {}

    @Override
    public String describe() {
        return "hand output";
    }
}
