package io.tidemark.checkpoint.store;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what was not changed for a while into the database before a barrier asks for it. The picture that it leaves there
 * is of no moment: what was changed since its epoch ended is passed over, since it will be written later.
 *
 * <p>It takes no more than half of a thread's time, until somebody waits for it. Made by the task's thread, run by another
 * one.
 */
final class BackgroundFlush implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundFlush.class);
    private static final long MAX_REST_NS = 50_000_000;

    private final SnapshotContext context;
    private final StateChanges changes;
    private final Tombstones tombstones = new Tombstones();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean isAwaited;
    private long pieceBegunNs;
    // Written before over is counted down.
    private boolean isWritten;
    private long listedEntries;
    private long writtenEntries;

    BackgroundFlush(SnapshotContext context, StateChanges changes) {
        this.context = context;
        this.changes = changes;
    }

    StateChanges changes() {
        return changes;
    }

    Tombstones tombstones() {
        return tombstones;
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /** Once it is over: whether the database has the changes. */
    boolean isWritten() {
        return isOver() && isWritten;
    }

    long listedEntries() {
        return listedEntries;
    }

    long writtenEntries() {
        return writtenEntries;
    }

    /** Gives it up if it has not begun, else waits for its end; it hurries now. Returns {@link #isWritten}. */
    boolean finish() throws InterruptedException {
        giveUp();
        over.await();
        return isWritten;
    }

    /** Keeps it from beginning; when it has begun, it hurries now. */
    void giveUp() {
        isAwaited = true;
        if (begun.compareAndSet(false, true)) {
            over.countDown();
        }
    }

    @Override
    public void run() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        try {
            write();
            isWritten = true;
        } catch (IOException | RuntimeException e) {
            // The next snapshot writes it, and says so when it cannot either.
            LOG.debug("State was not written ahead of a checkpoint", e);
        } finally {
            over.countDown();
        }
    }

    private void write() throws IOException {
        StateDatabase database = context.database();
        if (!database.acquire()) {
            throw new IOException("the store was closed");
        }
        Semaphore turns = database.snapshotTurns();
        try {
            context.onWrite();
            turns.acquireUninterruptibly();
            try (DatabaseBatch batch = database.batch()) {
                pieceBegunNs = System.nanoTime();
                ChangesWriter writer = new ChangesWriter(context, tombstones, () -> rest(turns));
                writer.write(batch, changes, ChangesWriter.UNCHANGED_ONLY);
                batch.write();
                listedEntries = writer.listed();
                writtenEntries = writer.written();
            } finally {
                turns.release();
            }
        } finally {
            database.release();
        }
    }

    /** Rests for as long as the last piece took; others may write meanwhile. */
    private void rest(Semaphore turns) {
        long workedNs = System.nanoTime() - pieceBegunNs;
        turns.release();
        long endNs = System.nanoTime() + Math.min(MAX_REST_NS, workedNs);
        while (!isAwaited && System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(Math.min(TimeUnit.MILLISECONDS.toNanos(1), endNs - System.nanoTime()));
        }
        turns.acquireUninterruptibly();
        pieceBegunNs = System.nanoTime();
    }
}
