package io.tidemark.worker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loops stepped by hand; a thread only where a step has to block. */
class TaskLoopsTest {
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch unblock = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(1);

    /** Counts its steps. */
    private static final class Counting implements Stepped {
        private final AtomicInteger steps = new AtomicInteger();
        private volatile boolean done;

        @Override
        public boolean step() {
            steps.incrementAndGet();
            return true;
        }

        @Override
        public boolean isDone() {
            return done;
        }
    }

    /** Stays in its first step until it may go on. */
    private final class Blocking implements Stepped {
        private volatile boolean interrupted;

        @Override
        public boolean step() {
            blocked.countDown();
            try {
                unblock.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
            return true;
        }

        @Override
        public boolean isDone() {
            return false;
        }
    }

    private void runRound(TaskLoop loop) throws InterruptedException {
        Thread thread = new Thread(loop::round);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void unblock() throws InterruptedException {
        unblock.countDown();
        for (Thread thread : threads) {
            thread.join(10_000);
        }
    }

    @Test
    void tasksAreSpreadEvenlyOverTheLoops() {
        TaskLoops loops = TaskLoops.withoutThreads(2);
        for (int i = 0; i < 4; i++) {
            loops.add(new Counting());
        }
        assertThat(loops.loops()).extracting(TaskLoop::taskCount).containsExactly(2, 2);
    }

    @Test
    void whileATaskBlocksItsLoopTheOtherTasksOfThatLoopGoOnOnAnother() throws InterruptedException {
        TaskLoops loops = TaskLoops.withoutThreads(2);
        loops.add(new Blocking());
        Counting elsewhere = new Counting();
        loops.add(elsewhere);
        Counting neighbour = new Counting();
        loops.add(neighbour);
        TaskLoop first = loops.loops().get(0);
        assertThat(first.taskCount()).isEqualTo(2);
        runRound(first);

        loops.monitor();
        loops.monitor();

        TaskLoop second = loops.loops().get(1);
        second.round();
        assertThat(neighbour.steps).hasValue(1);
        assertThat(elsewhere.steps).hasValue(1);
        assertThat(first.taskCount()).isEqualTo(1);
    }

    @Test
    void whenEveryLoopIsBlockedANewOneIsMadeAndItEndsWhenItIsNotNeededAnyMore() throws InterruptedException {
        TaskLoops loops = TaskLoops.withoutThreads(1);
        loops.add(new Blocking());
        Counting neighbour = new Counting();
        loops.add(neighbour);
        runRound(loops.loops().get(0));
        loops.monitor();
        loops.monitor();

        assertThat(loops.loops()).hasSize(2);
        loops.loops().get(1).round();
        assertThat(neighbour.steps).hasValue(1);

        unblock();
        loops.monitor();
        assertThat(loops.loops()).hasSize(1);
        loops.loops().get(0).round();
        assertThat(neighbour.steps).hasValue(2);
    }

    @Test
    void aTaskIsNeverSteppedByTwoThreadsAtOnce() throws InterruptedException {
        TaskLoops loops = TaskLoops.withoutThreads(1);
        LoopedTask task = loops.add(new Blocking());
        runRound(loops.loops().get(0));
        assertThat(task.isBeingStepped()).isTrue();
        assertThat(task.tryStep()).isFalse();
    }

    @Test
    void aTaskThatIsDoneIsLetGo() {
        TaskLoops loops = TaskLoops.withoutThreads(1);
        Counting task = new Counting();
        loops.add(task);
        TaskLoop loop = loops.loops().get(0);
        loop.round();
        task.done = true;
        loop.round();
        loop.round();
        assertThat(task.steps).hasValue(2);
        assertThat(loop.taskCount()).isZero();
    }

    @Test
    void aTaskThatThrowsOutOfItsStepDoesNotTakeItsLoopWithIt() {
        TaskLoops loops = TaskLoops.withoutThreads(1);
        loops.add(new Stepped() {
            @Override
            public boolean step() {
                throw new IllegalStateException("a bug");
            }

            @Override
            public boolean isDone() {
                return false;
            }
        });
        Counting neighbour = new Counting();
        loops.add(neighbour);
        TaskLoop loop = loops.loops().get(0);
        loop.round();
        loop.round();
        assertThat(neighbour.steps).hasValue(2);
        assertThat(loop.taskCount()).isEqualTo(1);
    }

    @Test
    void anInterruptReachesTheStepItIsMeantForAndNoOther() throws InterruptedException {
        TaskLoops loops = TaskLoops.withoutThreads(1);
        Blocking blocking = new Blocking();
        LoopedTask task = loops.add(blocking);
        runRound(loops.loops().get(0));
        task.interruptStep();
        threads.get(0).join(10_000);
        assertThat(blocking.interrupted).isTrue();

        task.interruptStep();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void whatIsEvenIsLeftAlone() {
        TaskLoops loops = TaskLoops.withoutThreads(2);
        for (int i = 0; i < 3; i++) {
            loops.add(new Counting());
        }
        loops.monitor();
        assertThat(loops.loops()).extracting(TaskLoop::taskCount).containsExactly(2, 1);
    }

    @Test
    void aLoopWhoseLastTaskIsGoneGoesOnInAFreshThread() throws InterruptedException {
        BlockingQueue<Thread> made = new LinkedBlockingQueue<>();
        try (TaskLoops loops = TaskLoops.start(1, work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            made.add(thread);
            return thread;
        })) {
            Thread first = made.take();
            Counting last = new Counting();
            last.done = true;
            loops.add(last);
            assertThat(made.poll(10, TimeUnit.SECONDS)).isNotNull().isNotSameAs(first);
            first.join(10_000);
            assertThat(first.isAlive()).isFalse();

            loops.add(new Blocking());
            assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
            unblock.countDown();
        }
    }
}
