package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.worker.task.SteppedJob.Checkpoint;
import io.tidemark.worker.task.SteppedJob.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Small jobs under random stepping, with slow tasks and little credit, whose checkpoints are aligned, go on unaligned or are
 * given up, and which are killed and taken up again at the same or another parallelism: every result comes once, and in order.
 */
final class UnalignedCheckpointProperties {
    private static final int SWEEPS = 20_000;
    private static final Path DIRECTORY = temporary();
    private static final Map<String, Integer> seen = new HashMap<>();

    private static Path temporary() {
        try {
            return Files.createTempDirectory("unaligned");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterContainer
    static void allKindsWereTried() throws IOException {
        FileTree.delete(DIRECTORY);
        assertThat(seen.getOrDefault("aligned", 0)).as("%s", seen).isPositive();
        assertThat(seen.getOrDefault("unaligned", 0)).as("%s", seen).isPositive();
        assertThat(seen.getOrDefault("restored in flight", 0)).as("%s", seen).isPositive();
        assertThat(seen.getOrDefault("restored in flight at another parallelism", 0))
                .as("%s", seen)
                .isPositive();
    }

    @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
    void trC1_noResultIsLostOrDoubledOrOutOfOrderWhateverIsKilledAlignedOrUnaligned(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int kills) throws IOException {
        Random random = new Random(seed);
        boolean deterministic = random.nextInt(4) == 0;
        Shape shape = new Shape(
                1 + random.nextInt(4),
                20 + random.nextInt(200),
                1 + random.nextInt(10),
                random.nextBoolean(),
                random.nextInt(3) == 0 ? 200 : random.nextInt(4),
                random.nextBoolean() ? Partitioning.HASH : Partitioning.REBALANCE,
                1 + random.nextInt(2),
                random.nextBoolean() ? 0 : 50_000_000,
                random.nextInt(3) == 0 ? random.nextInt(20) : BarrierAligner.NEVER,
                !deterministic && random.nextInt(6) == 0 ? random.nextInt(500) : Long.MAX_VALUE,
                deterministic,
                random.nextInt(3) == 0);
        CheckpointStorage storage = CheckpointStorage.directory(DIRECTORY, "job");
        int[] parallelism = parallelism(random);
        Checkpoint latest = null;
        long checkpointId = 0;
        for (int life = 0; life <= kills; life++) {
            int[] before = parallelism;
            parallelism = life > 0 && random.nextBoolean() ? parallelism(random) : parallelism;
            if (latest != null && latest.inFlightParts() > 0) {
                count(
                        List.of(before).contains(parallelism)
                                ? "restored in flight"
                                : "restored in flight at another parallelism");
            }
            SteppedJob job = new SteppedJob(shape, parallelism, latest, random, storage);
            if (life == kills) {
                runToTheEnd(job);
                check(shape, job);
                job.cancel();
                return;
            }
            Disturbed disturbed = disturb(job, random, checkpointId, latest);
            checkpointId = disturbed.lastId();
            latest = disturbed.latest();
            job.cancel();
        }
    }

    private static int[] parallelism(Random random) {
        return new int[] {1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(2)};
    }

    private record Disturbed(long lastId, Checkpoint latest) {}

    /** A random number of random steps, with one checkpoint after the other. */
    private static Disturbed disturb(SteppedJob job, Random random, long lastId, Checkpoint from) {
        List<Task> tasks = job.tasks();
        boolean[] isSlow = new boolean[tasks.size()];
        for (int i = 0; i < isSlow.length; i++) {
            isSlow[i] = random.nextInt(3) == 0;
        }
        Checkpoint latest = from;
        long id = lastId;
        boolean underWay = false;
        int steps = random.nextInt(3_000);
        for (int i = 0; i < steps; i++) {
            int at = random.nextInt(tasks.size());
            if (!isSlow[at] || random.nextInt(20) == 0) {
                job.step(tasks.get(at));
            }
            if (!underWay && random.nextInt(40) == 0) {
                underWay = true;
                id++;
                job.trigger(id);
            } else if (underWay && random.nextInt(100) == 0) {
                job.unalign(id);
            } else if (underWay && random.nextInt(100) == 0) {
                job.unalignInBursts(id);
            } else if (underWay && (random.nextInt(600) == 0 || job.isDeclined(id))) {
                underWay = false;
                job.abort(id);
            }
            Checkpoint complete = underWay ? job.complete(id) : null;
            if (complete != null) {
                underWay = false;
                latest = complete;
                count(complete.isUnaligned() ? "unaligned" : "aligned");
            }
        }
        return new Disturbed(id, latest);
    }

    private static synchronized void count(String what) {
        seen.merge(what, 1, Integer::sum);
    }

    private static void runToTheEnd(SteppedJob job) {
        for (int sweep = 0; sweep < SWEEPS && !job.isEnded(); sweep++) {
            job.tasks().forEach(job::step);
        }
        assertThat(job.isEnded()).as("stuck: %s", job.tasks()).isTrue();
    }

    private static void check(Shape shape, SteppedJob job) {
        List<Long> all = new ArrayList<>();
        job.noted().forEach(all::addAll);
        all.sort(Comparator.naturalOrder());
        assertThat(all).isEqualTo(shape.expected());
        if (shape.toSinks() == Partitioning.HASH) {
            Map<Long, Long> last = new HashMap<>();
            // The first sink knows what those of earlier lives had noted, so it comes first for every key.
            for (List<Long> sink : job.noted()) {
                for (long value : sink) {
                    Long previous = last.put(SteppedJob.keyOfCounted(value), value);
                    assertThat(previous == null || previous < value)
                            .as("%s after %s", value, previous)
                            .isTrue();
                }
            }
        }
    }
}
