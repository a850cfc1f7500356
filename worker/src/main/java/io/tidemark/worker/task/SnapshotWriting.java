package io.tidemark.worker.task;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A task's snapshot on its way to the storage, which can be given up at any moment: a task that has to end waits neither for
 * those before it nor for a storage that does not answer.
 *
 * <p>Begun and given up by the thread that steps the task, written by one of the snapshot pool.
 */
final class SnapshotWriting {
    private enum Phase {
        QUEUED,
        WRITING,
        OVER
    }

    private final Runnable work;
    private final Runnable discard;

    // Under this object's lock.
    private Phase phase = Phase.QUEUED;
    private Thread writer;

    /**
     * @param work writes the snapshot and says how that went; an interrupt ends it early
     * @param discard lets go of the snapshot when the work never begins
     */
    SnapshotWriting(Runnable work, Runnable discard) {
        this.work = work;
        this.discard = discard;
    }

    /**
     * Hands the work to the pool.
     *
     * @throws RejectedExecutionException when the pool takes none any more; the snapshot is discarded then
     */
    void begin(Executor pool) {
        try {
            pool.execute(this::run);
        } catch (RejectedExecutionException e) {
            giveUp();
            throw e;
        }
    }

    private void run() {
        synchronized (this) {
            if (phase != Phase.QUEUED) {
                return;
            }
            phase = Phase.WRITING;
            writer = Thread.currentThread();
        }
        try {
            work.run();
        } finally {
            synchronized (this) {
                phase = Phase.OVER;
                writer = null;
                // An interrupt was meant for this work; what the thread does next must not see it.
                Thread.interrupted();
            }
        }
    }

    /**
     * Gives the snapshot up. Work that is under way is interrupted, and says itself when it has ended.
     *
     * @return whether the work had not begun, and never will
     */
    synchronized boolean giveUp() {
        if (phase == Phase.QUEUED) {
            phase = Phase.OVER;
            discard.run();
            return true;
        }
        if (phase == Phase.WRITING) {
            writer.interrupt();
        }
        return false;
    }
}
