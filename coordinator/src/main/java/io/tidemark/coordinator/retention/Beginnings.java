package io.tidemark.coordinator.retention;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps what jobs begin with from being forgotten in that moment: from when a new job looks at a checkpoint of another one,
 * or keeps its jar, until the job store knows what it needs. Thread-safe.
 */
public final class Beginnings {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    /** Work that is not durable yet and counts on something that could be forgotten. Any number goes on at once. */
    public <T> T begin(Callable<T> work) throws Exception {
        lock.readLock().lock();
        try {
            return work.call();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Decides what can be forgotten, and makes it so that nobody can begin with it; while nobody begins. */
    <T> T betweenBeginnings(Callable<T> work) throws Exception {
        lock.writeLock().lock();
        try {
            return work.call();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
