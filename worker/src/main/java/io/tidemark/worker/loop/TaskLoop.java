package io.tidemark.worker.loop;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that steps its tasks in turn. When none makes progress it spins, then yields, then parks for ever longer, up to a
 * millisecond. When its last task is gone another thread goes on: libraries keep things of a job in the thread, which would keep
 * the job's classes for as long.
 */
final class TaskLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);
    private static final int SPINS = 100;
    private static final int YIELDS = 20;
    private static final long MIN_PARK_NS = 20_000;
    private static final long MAX_PARK_NS = 1_000_000;
    private static final long NO_TASKS_PARK_NS = 1_000_000_000;

    private final CopyOnWriteArrayList<LoopedTask> tasks = new CopyOnWriteArrayList<>();
    private final String name;
    private volatile Thread thread;

    /** Null for a loop without a thread. */
    private ThreadFactory threads;

    /** Counts the steps begun; the monitor sees by it whether a step goes on for long. Written by this thread only. */
    private volatile long stepsBegun;

    /** The task being stepped, else null. */
    private volatile LoopedTask current;

    private volatile boolean stopping;

    // The monitor's notes, under its lock.
    long seenSteps;
    boolean blocked;

    TaskLoop(String name) {
        this.name = name;
    }

    void start(ThreadFactory threadFactory) {
        threads = threadFactory;
        startThread();
    }

    private void startThread() {
        Thread next = threads.newThread(this);
        next.setName(name);
        thread = next;
        next.start();
    }

    /** Has another thread go on in place of this one; returns false when there is none to be had. */
    private boolean handOver() {
        try {
            startThread();
            return true;
        } catch (OutOfMemoryError e) {
            LOG.warn("{} goes on in its thread, since no other could be started", name, e);
            thread = Thread.currentThread();
            return false;
        }
    }

    void add(LoopedTask task) {
        task.moveTo(this);
        tasks.add(task);
        wakeUp();
    }

    void remove(LoopedTask task) {
        tasks.remove(task);
    }

    Iterable<LoopedTask> tasks() {
        return tasks;
    }

    int taskCount() {
        return tasks.size();
    }

    long stepsBegun() {
        return stepsBegun;
    }

    LoopedTask current() {
        return current;
    }

    void wakeUp() {
        // Nothing happens for null. A thread that takes over begins with a round.
        LockSupport.unpark(thread);
    }

    void stop() {
        stopping = true;
        wakeUp();
    }

    void join(long millis) throws InterruptedException {
        Thread last = thread;
        if (last != null) {
            last.join(millis);
        }
    }

    @Override
    public void run() {
        int idleRounds = 0;
        boolean hadTasks = false;
        while (!stopping) {
            hadTasks |= !tasks.isEmpty();
            if (round()) {
                idleRounds = 0;
                continue;
            }
            if (hadTasks && tasks.isEmpty()) {
                if (handOver()) {
                    return;
                }
                hadTasks = false;
            }
            idle(idleRounds++);
        }
    }

    /** Steps each task once; returns whether one made progress. Package-private for tests that need no thread. */
    boolean round() {
        boolean progress = false;
        for (LoopedTask task : tasks) {
            if (task.owner() != this) {
                continue;
            }
            current = task;
            stepsBegun++;
            progress |= tryStep(task);
            current = null;
            if (task.task().isDone()) {
                tasks.remove(task);
            }
        }
        return progress;
    }

    /** A task handles its own failures; one that cannot is let go, and the others go on. */
    private boolean tryStep(LoopedTask task) {
        try {
            return task.tryStep();
        } catch (RuntimeException | Error e) {
            LOG.error("A bug: {} threw out of its step and is stepped no more", task.task(), e);
            tasks.remove(task);
            return true;
        }
    }

    private void idle(int rounds) {
        if (tasks.isEmpty()) {
            // Whoever adds a task wakes the loop; a worker without jobs costs nothing.
            LockSupport.parkNanos(NO_TASKS_PARK_NS);
        } else if (rounds < SPINS) {
            Thread.onSpinWait();
        } else if (rounds < SPINS + YIELDS) {
            Thread.yield();
        } else {
            int doublings = Math.min(6, rounds - SPINS - YIELDS);
            LockSupport.parkNanos(Math.min(MAX_PARK_NS, MIN_PARK_NS << doublings));
        }
    }
}
