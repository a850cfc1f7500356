package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.worker.task.SteppedJob.Checkpoint;
import io.tidemark.worker.task.SteppedJob.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Jobs whose tasks take from their channels in the order of event time, under random stepping with slow tasks and little
 * credit: what every sink notes, and the order in which it does, is the same on every run, whatever checkpoints are taken
 * and wherever the job is killed and taken up again.
 */
final class DeterministicJobProperties {
    private static final int MOST_STEPS = 400_000;
    private static final Path DIRECTORY = temporary();
    private static int restores;
    private static int differentTurns;

    private static Path temporary() {
        try {
            return Files.createTempDirectory("deterministic");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterContainer
    static void theRunsWereDisturbed() throws IOException {
        FileTree.delete(DIRECTORY);
        assertThat(restores).isPositive();
        assertThat(differentTurns)
                .as("jobs whose result depends on who is faster when channels are taken from in turn")
                .isPositive();
    }

    private static Shape shape(Random random, boolean deterministic) {
        return new Shape(
                2 + random.nextInt(4),
                20 + random.nextInt(150),
                1 + random.nextInt(10),
                random.nextBoolean(),
                random.nextInt(4) == 0 ? 50 : random.nextInt(3),
                Partitioning.HASH,
                1 + random.nextInt(2),
                random.nextBoolean() ? 0 : 50_000_000,
                0,
                random.nextBoolean() ? 200 : Long.MAX_VALUE,
                deterministic,
                random.nextInt(3) == 0);
    }

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void tm18_trW14_everySinkNotesTheSameInTheSameOrderHoweverTheTasksAreSteppedAndKilled(@ForAll long seed)
            throws IOException {
        Shape shape = shape(new Random(seed), true);
        Random random = new Random(seed);
        int[] parallelism = {1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(2)};

        List<List<Long>> first = run(shape, parallelism, new Random(seed + 1), false);
        List<List<Long>> second = run(shape, parallelism, new Random(seed + 2), true);

        assertThat(firstDifference(first, second)).isEmpty();
        Shape inTurn = shape(new Random(seed), false);
        boolean isDifferent = !run(inTurn, parallelism, new Random(seed + 1), false)
                .equals(run(inTurn, parallelism, new Random(seed + 2), false));
        differentTurns += isDifferent ? 1 : 0;
    }

    private static String firstDifference(List<List<Long>> first, List<List<Long>> second) {
        for (int sink = 0; sink < first.size(); sink++) {
            List<Long> one = first.get(sink);
            List<Long> other = second.get(sink);
            for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
                if (!one.get(i).equals(other.get(i))) {
                    return "sink " + sink + ", record " + i + ": " + one.get(i) + " and " + other.get(i);
                }
            }
            if (one.size() != other.size()) {
                return "sink " + sink + ": " + one.size() + " and " + other.size() + " records";
            }
        }
        return "";
    }

    /** Steps the job at random to its end; with checkpoints, and with kills if it is disturbed. */
    private static List<List<Long>> run(Shape shape, int[] parallelism, Random random, boolean disturbed)
            throws IOException {
        CheckpointStorage storage = CheckpointStorage.directory(DIRECTORY, "job");
        SteppedJob job = new SteppedJob(shape, parallelism, null, random, storage);
        List<Task> tasks = job.tasks();
        int slow = random.nextInt(tasks.size());
        Checkpoint latest = null;
        long id = 0;
        boolean underWay = false;
        for (int step = 0; !job.isEnded(); step++) {
            assertThat(step).as("stuck: %s", tasks).isLessThan(MOST_STEPS);
            int at = random.nextInt(tasks.size());
            if (at != slow || random.nextInt(10) == 0) {
                job.step(tasks.get(at));
            }
            if (disturbed && !underWay && random.nextInt(200) == 0) {
                underWay = true;
                id++;
                job.trigger(id);
            }
            Checkpoint complete = underWay ? job.complete(id) : null;
            if (complete != null) {
                underWay = false;
                latest = complete;
            } else if (underWay && job.isDeclined(id)) {
                underWay = false;
                job.abort(id);
            }
            if (disturbed && latest != null && random.nextInt(1500) == 0) {
                job.cancel();
                job = new SteppedJob(shape, parallelism, latest, random, storage);
                tasks = job.tasks();
                underWay = false;
                restores++;
            }
        }
        List<List<Long>> noted = job.noted().stream().map(List::copyOf).toList();
        job.cancel();
        return noted;
    }
}
