package io.tidemark.worker.loop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The loops of a worker: as many as it has cores, and one more for each task whose user code blocks. A monitor looks in now
 * and then: when a loop is still in the step it was in the last time, its other tasks move away. It also evens out how
 * many tasks the loops have.
 *
 * <p>Thread-safe.
 */
public final class TaskLoops implements AutoCloseable {
    private static final long MONITOR_INTERVAL_MS = 50;
    private static final long JOIN_MS = 2_000;

    private final int wanted;
    private final ThreadFactory threads;
    private final boolean started;
    private final List<TaskLoop> loops = new ArrayList<>();
    private final ScheduledExecutorService monitor;
    private int nextName;
    private boolean closed;

    private TaskLoops(int wanted, ThreadFactory threads, boolean start) {
        this.wanted = wanted;
        this.threads = threads;
        this.started = start;
        for (int i = 0; i < wanted; i++) {
            addLoop();
        }
        this.monitor = start ? Executors.newSingleThreadScheduledExecutor(TaskLoops::monitorThread) : null;
        if (start) {
            monitor.scheduleWithFixedDelay(
                    this::monitor, MONITOR_INTERVAL_MS, MONITOR_INTERVAL_MS, TimeUnit.MILLISECONDS);
        }
    }

    private static Thread monitorThread(Runnable work) {
        Thread thread = new Thread(work, "task-loop-monitor");
        thread.setDaemon(true);
        return thread;
    }

    /** Starts so many loops. */
    public static TaskLoops start(int count, ThreadFactory threads) {
        return new TaskLoops(count, threads, true);
    }

    /** Loops without threads, for tests that run them by hand. */
    static TaskLoops withoutThreads(int count) {
        return new TaskLoops(count, Thread::new, false);
    }

    private TaskLoop addLoop() {
        TaskLoop loop = new TaskLoop("task-loop-" + nextName++);
        loops.add(loop);
        if (started) {
            loop.start(threads);
        }
        return loop;
    }

    /** Has a task stepped until it is done. */
    public synchronized LoopedTask add(Stepped task) {
        if (closed) {
            throw new IllegalStateException("the task loops are closed");
        }
        LoopedTask looped = new LoopedTask(task);
        leastLoaded(null).add(looped);
        return looped;
    }

    /** A loop that is not blocked and not this one, the one with the fewest tasks; a new one when there is none. */
    private TaskLoop leastLoaded(TaskLoop but) {
        return loops.stream()
                .filter(loop -> loop != but && !loop.blocked)
                .min(Comparator.comparingInt(TaskLoop::taskCount))
                .orElseGet(this::addLoop);
    }

    /** Looks at every loop once: moves tasks off blocked ones, evens out the others, lets surplus ones go. */
    synchronized void monitor() {
        if (closed) {
            return;
        }
        for (TaskLoop loop : loops) {
            loop.blocked = loop.current() != null && loop.stepsBegun() == loop.seenSteps;
            loop.seenSteps = loop.stepsBegun();
        }
        for (TaskLoop loop : List.copyOf(loops)) {
            if (loop.blocked) {
                LoopedTask blocking = loop.current();
                for (LoopedTask task : loop.tasks()) {
                    if (task != blocking) {
                        move(task, loop, leastLoaded(loop));
                    }
                }
            }
        }
        evenOut();
        retireSurplus();
    }

    private static void move(LoopedTask task, TaskLoop from, TaskLoop to) {
        from.remove(task);
        to.add(task);
    }

    private void evenOut() {
        List<TaskLoop> free = loops.stream().filter(loop -> !loop.blocked).toList();
        if (free.size() < 2) {
            return;
        }
        TaskLoop most =
                free.stream().max(Comparator.comparingInt(TaskLoop::taskCount)).orElseThrow();
        TaskLoop least =
                free.stream().min(Comparator.comparingInt(TaskLoop::taskCount)).orElseThrow();
        if (most.taskCount() > least.taskCount() + 1) {
            move(most.tasks().iterator().next(), most, least);
        }
    }

    /** With more free loops than wanted, the emptiest gives its tasks to the others and ends. */
    private void retireSurplus() {
        List<TaskLoop> free = loops.stream().filter(loop -> !loop.blocked).toList();
        if (free.size() <= wanted) {
            return;
        }
        TaskLoop surplus =
                free.stream().min(Comparator.comparingInt(TaskLoop::taskCount)).orElseThrow();
        for (LoopedTask task : surplus.tasks()) {
            move(task, surplus, leastLoaded(surplus));
        }
        loops.remove(surplus);
        surplus.stop();
    }

    synchronized List<TaskLoop> loops() {
        return List.copyOf(loops);
    }

    /** Stops all loops. Tasks that are not done are stepped no more. */
    @Override
    public void close() {
        List<TaskLoop> stopping;
        synchronized (this) {
            closed = true;
            stopping = List.copyOf(loops);
        }
        if (monitor != null) {
            monitor.shutdownNow();
        }
        stopping.forEach(TaskLoop::stop);
        try {
            for (TaskLoop loop : stopping) {
                loop.join(JOIN_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
