package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.worker.task.SteppedJob.Checkpoint;
import io.tidemark.worker.task.SteppedJob.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A counter that says thousands of counts when event time has passed them, to a sink that takes none unless the test steps it. No
 * aligned time-out.
 */
class BurstTest {
    private static final int FAN = 2_000;
    private static final int CREDIT = 8;

    @TempDir
    Path directory;

    private static Shape shape(boolean bursts) {
        return new Shape(
                1,
                100,
                5,
                false,
                FAN,
                Partitioning.HASH,
                CREDIT,
                0,
                BarrierAligner.NEVER,
                Long.MAX_VALUE,
                false,
                bursts);
    }

    private SteppedJob job(Shape shape, Checkpoint from) throws IOException {
        return new SteppedJob(
                shape, new int[] {1, 1, 1}, from, new Random(1), CheckpointStorage.directory(directory, "job"));
    }

    private static void stepSources(SteppedJob job, int times) {
        for (int i = 0; i < times; i++) {
            job.sources().forEach(job::step);
        }
    }

    private static void stepCounter(SteppedJob job, int times) {
        for (int i = 0; i < times; i++) {
            job.step(job.counter());
        }
    }

    /** A job whose counter has some ten thousand counts to say and no room for them. */
    private SteppedJob inBurst() throws IOException {
        SteppedJob job = job(shape(true), null);
        stepSources(job, 4);
        stepCounter(job, 100);
        return job;
    }

    /** Records, and behind them a barrier, stand before the counter. */
    private static void sendRecordsAndBarrier(SteppedJob job, BarrierPurpose purpose) {
        stepSources(job, 2);
        job.trigger(1, purpose);
        stepSources(job, 2);
    }

    private static void runToTheEnd(SteppedJob job) {
        for (int i = 0; i < 100_000 && !job.isEnded(); i++) {
            job.sweep();
        }
        assertThat(job.isEnded()).as("%s", job.tasks()).isTrue();
    }

    private static void assertEachCountIsNotedOnce(SteppedJob job) {
        List<Long> noted = job.noted().get(0).stream().sorted().toList();
        assertThat(noted.equals(shape(true).expected())).isTrue();
    }

    @Test
    void trP2_aBarrierBehindRecordsIsServedWithinTwoSlicesOfABurstAfterTheNotice() throws IOException {
        SteppedJob job = inBurst();
        sendRecordsAndBarrier(job, BarrierPurpose.CHECKPOINT);
        stepCounter(job, 20);
        assertThat(job.counterPart(1)).as("before the notice").isNull();

        job.unalignInBursts(1);
        stepCounter(job, 2);

        TaskSnapshot part = job.counterPart(1);
        assertThat(part).isNotNull();
        assertThat(part.getUnaligned()).isTrue();
        assertThat(part.getInFlightCount()).as("what stood before the barrier").isPositive();
        job.cancel();
    }

    @Test
    void aBurstThatBeginsAfterTheNoticeIsNotWaitedForEither() throws IOException {
        SteppedJob job = job(shape(true), null);
        job.unalignInBursts(1);
        stepCounter(job, 5);
        stepSources(job, 4);
        sendRecordsAndBarrier(job, BarrierPurpose.CHECKPOINT);
        stepCounter(job, 100);

        assertThat(job.counterPart(1)).isNotNull();
        assertThat(job.counterPart(1).getUnaligned()).isTrue();
        job.cancel();
    }

    @Test
    void aBurstIsWaitedForUntilItHasGoneOnForAWhileAsMostAreOverBefore() throws IOException {
        SteppedJob job = job(shape(true), null);
        job.unalignInBursts(1);
        stepCounter(job, 5);
        stepSources(job, 4);
        sendRecordsAndBarrier(job, BarrierPurpose.CHECKPOINT);
        long begunNs = job.nowNs();
        for (int i = 0; i < 1_000 && job.counterPart(1) == null; i++) {
            stepCounter(job, 1);
        }
        assertThat(job.counterPart(1)).isNotNull();
        assertThat(job.nowNs() - begunNs).isGreaterThanOrEqualTo(BurstAge.LONG_NS);
        job.cancel();
    }

    @Test
    void aBurstThatIsOverBeforeThatLeavesItsCheckpointAligned() throws IOException {
        Shape brief = new Shape(
                1, 100, 5, false, 10, Partitioning.HASH, CREDIT, 0, BarrierAligner.NEVER, Long.MAX_VALUE, false, true);
        SteppedJob job = job(brief, null);
        stepSources(job, 4);
        sendRecordsAndBarrier(job, BarrierPurpose.CHECKPOINT);
        job.unalignInBursts(1);
        for (int i = 0; i < 1_000 && job.complete(1) == null; i++) {
            job.sweep();
        }
        assertThat(job.complete(1)).isNotNull();
        assertThat(job.complete(1).isUnaligned()).isFalse();
        job.cancel();
    }

    @Test
    void noMoreThanHalfOfWhatFitsStandsBeforeABarrierBehindALongBurst() throws IOException {
        // Batches are full when they are handed over.
        Shape full = new Shape(
                1,
                100,
                5,
                false,
                FAN,
                Partitioning.HASH,
                CREDIT,
                Long.MAX_VALUE,
                BarrierAligner.NEVER,
                Long.MAX_VALUE,
                false,
                true);
        SteppedJob job = job(full, null);
        stepSources(job, 4);
        stepCounter(job, 200);
        for (int i = 0; i < 400; i++) {
            job.step(job.firstSink());
        }
        stepCounter(job, 200);
        sendRecordsAndBarrier(job, BarrierPurpose.CHECKPOINT);
        job.unalignInBursts(1);
        stepCounter(job, 2);
        assertThat(job.counterPart(1)).isNotNull();
        int notedBefore = job.noted().get(0).size();
        for (int i = 0; i < 1_000 && job.complete(1) == null; i++) {
            job.step(job.firstSink());
        }
        assertThat(job.complete(1)).isNotNull();
        // And what the slice had begun to gather when it saw that there is no more room.
        assertThat(job.noted().get(0).size() - notedBefore)
                .isPositive()
                .isLessThanOrEqualTo((CREDIT / 2 + 1) * RecordBatch.CAPACITY);
        job.cancel();
    }

    @Test
    void aTaskThatIsInNoBurstAlignsWhateverTheNoticeSays() throws IOException {
        SteppedJob job = job(shape(false), null);
        stepSources(job, 4);
        stepCounter(job, 100);
        sendRecordsAndBarrier(job, BarrierPurpose.CHECKPOINT);
        job.unalignInBursts(1);
        stepCounter(job, 100);
        assertThat(job.counterPart(1)).as("it has no room for what is before").isNull();

        for (int i = 0; i < 10_000 && job.complete(1) == null; i++) {
            job.sweep();
        }
        assertThat(job.complete(1)).isNotNull();
        assertThat(job.complete(1).isUnaligned()).isFalse();
        job.cancel();
    }

    @Test
    void trP1_aRestoreInTheMiddleOfABurstLosesNothingAndDoublesNothing() throws IOException {
        SteppedJob job = inBurst();
        sendRecordsAndBarrier(job, BarrierPurpose.CHECKPOINT);
        job.unalignInBursts(1);
        for (int i = 0; i < 1_000 && job.complete(1) == null; i++) {
            job.sweep();
        }
        Checkpoint checkpoint = job.complete(1);
        assertThat(checkpoint.inFlightParts()).isPositive();
        int notedBefore = job.noted().get(0).size();
        assertThat(notedBefore).as("in the middle").isLessThan(FAN * 4);
        runToTheEnd(job);
        assertEachCountIsNotedOnce(job);
        job.cancel();

        SteppedJob next = job(shape(true), checkpoint);
        runToTheEnd(next);
        assertEachCountIsNotedOnce(next);
        next.cancel();
    }

    @Test
    void aSavepointWaitsForTheRecordsBeforeItsBarrierAndForTheBurst() throws IOException {
        SteppedJob job = inBurst();
        sendRecordsAndBarrier(job, BarrierPurpose.SAVEPOINT);
        stepCounter(job, 100);
        assertThat(job.counterPart(1)).isNull();

        for (int i = 0; i < 10_000 && job.counterPart(1) == null; i++) {
            job.sweep();
        }
        assertThat(job.counterPart(1).getUnaligned()).isFalse();
        assertThat(job.counterPart(1).getInFlightCount()).isZero();
        job.cancel();
    }

    @Test
    void aTaskStandsStillInTheMiddleOfABurstAtABarrierThatStopsIt() throws IOException {
        SteppedJob job = inBurst();
        job.trigger(1, BarrierPurpose.STOP);
        for (int i = 0; i < 100 && job.complete(1) == null; i++) {
            job.sweep();
        }
        assertThat(job.complete(1)).as("no records stand before the barrier").isNotNull();
        int noted = job.noted().get(0).size();
        for (int i = 0; i < 100; i++) {
            job.sweep();
        }
        assertThat(job.noted().get(0)).hasSize(noted);

        job.tasks().forEach(task -> task.goOn(1));
        runToTheEnd(job);
        assertEachCountIsNotedOnce(job);
        job.cancel();
    }
}
