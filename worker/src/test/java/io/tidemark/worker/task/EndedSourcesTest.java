package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.worker.task.SteppedJob.Checkpoint;
import io.tidemark.worker.task.SteppedJob.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bounded source that comes to its end before a checkpoint, beside one that goes on. */
class EndedSourcesTest {
    private static final int[] PARALLELISM = {1, 2, 2};
    private static final int SWEEPS = 20_000;

    @TempDir
    Path directory;

    private SteppedJob job(Shape shape, Checkpoint from, int... parallelism) throws IOException {
        return new SteppedJob(shape, parallelism, from, new Random(1), CheckpointStorage.directory(directory, "job"));
    }

    /** @param joins whether the source that ends has an input of its own */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void trC12_aSourceThatHadEndedBeforeTheCheckpointSendsItsFinalWatermarkAndItsEndAgain(boolean joins)
            throws IOException {
        // Of one split the first source has all, so the second ends at once.
        Shape shape = new Shape(1, 700, 5, joins, 3, Partitioning.HASH, 2, 0, BarrierAligner.NEVER, Long.MAX_VALUE);
        SteppedJob first = job(shape, null, PARALLELISM);
        for (int i = 0; i < SWEEPS && !first.haveSecondSourcesEnded(); i++) {
            first.sweep();
        }
        first.trigger(1);
        for (int i = 0; i < SWEEPS && first.complete(1) == null; i++) {
            first.sweep();
        }
        assertThat(first.isEnded()).as("it ended before the checkpoint").isFalse();
        Checkpoint checkpoint = first.complete(1);
        first.cancel();

        assertComesToItsEnd(shape, job(shape, checkpoint, PARALLELISM));
        assertComesToItsEnd(shape, job(shape, checkpoint, 2, 3, 1));
    }

    private static void assertComesToItsEnd(Shape shape, SteppedJob job) {
        for (int i = 0; i < SWEEPS && !job.isEnded(); i++) {
            job.sweep();
        }
        assertThat(job.isEnded()).as("stuck: %s", job.tasks()).isTrue();
        assertThat(job.sinkWatermarks()).containsOnly(Long.MAX_VALUE);
        List<Long> noted = new ArrayList<>();
        job.noted().forEach(noted::addAll);
        noted.sort(Comparator.naturalOrder());
        assertThat(noted).isEqualTo(shape.expected());
        job.cancel();
    }
}
