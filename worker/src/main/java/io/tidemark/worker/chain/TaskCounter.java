package io.tidemark.worker.chain;

import io.tidemark.api.metric.Counter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A count written by the task's thread and read by any, without a fence on the writer's side. */
public final class TaskCounter implements Counter {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(TaskCounter.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long value;

    /** Starts at a count, as a restored one does. */
    public TaskCounter(long value) {
        this.value = value;
    }

    @Override
    public void add(long delta) {
        VALUE.setOpaque(this, value + delta);
    }

    @Override
    public long get() {
        return (long) VALUE.getOpaque(this);
    }
}
