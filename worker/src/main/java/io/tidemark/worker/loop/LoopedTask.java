package io.tidemark.worker.loop;

import io.tidemark.worker.compiled.Outlined;
import java.util.concurrent.atomic.AtomicInteger;

/** A unit of work on the loops: whose it is, and who steps it just now. */
public final class LoopedTask {
    private static final int FREE = 0;
    private static final int STEPPING = 1;
    private static final int INTERRUPTING = 2;

    private final Stepped task;
    private final Outlined step;
    private final AtomicInteger claim = new AtomicInteger(FREE);

    /** Written by the monitor under its lock, read by loops. */
    private volatile TaskLoop owner;

    /** Valid while claimed. */
    private volatile Thread stepper;

    LoopedTask(Stepped task) {
        this.task = task;
        this.step = new Outlined(task::step);
    }

    Stepped task() {
        return task;
    }

    TaskLoop owner() {
        return owner;
    }

    void moveTo(TaskLoop loop) {
        owner = loop;
    }

    boolean isBeingStepped() {
        return claim.get() != FREE;
    }

    /** Steps the task if nobody else does; returns whether it made progress. */
    boolean tryStep() {
        if (!claim.compareAndSet(FREE, STEPPING)) {
            return false;
        }
        stepper = Thread.currentThread();
        try {
            return step.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("a step declares no exception", e);
        } finally {
            // An interrupt was meant for this step; the next task must not see it.
            while (!claim.compareAndSet(STEPPING, FREE)) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }
    }

    /** Interrupts the step that is under way, if any: user code may be waiting for something. */
    public void interruptStep() {
        if (claim.compareAndSet(STEPPING, INTERRUPTING)) {
            stepper.interrupt();
            claim.set(STEPPING);
        }
    }
}
