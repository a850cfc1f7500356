package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.ControlElement.Barrier;
import io.tidemark.network.channel.LocalChannel;
import io.tidemark.network.gate.BarrierAligner;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.InFlightLog;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.worker.task.SteppedJob.Checkpoint;
import io.tidemark.worker.task.SteppedJob.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small job with the least credit there is, whose sinks are slow and whose counts expand into many records. */
class UnalignedCheckpointTest {
    /** A record, written down by a sink, takes as long as that. */
    private static final long SLOW_NS = 20_000_000;

    private static final int[] PARALLELISM = {1, 2, 2};

    @TempDir
    Path directory;

    private static Shape shape(long maxReadAheadBytes) {
        return new Shape(2, 700, 5, false, 20_000, Partitioning.HASH, 1, 0, BarrierAligner.NEVER, maxReadAheadBytes);
    }

    private SteppedJob job(Shape shape, Checkpoint from, int... parallelism) throws IOException {
        return new SteppedJob(shape, parallelism, from, new Random(1), CheckpointStorage.directory(directory, "job"));
    }

    /** A job whose channels are full, and with it a checkpoint that has been triggered. */
    private SteppedJob stuck(Shape shape) throws IOException {
        SteppedJob job = job(shape, null, PARALLELISM);
        job.slowSinksTo(SLOW_NS);
        for (int i = 0; i < 50; i++) {
            job.sweep();
        }
        job.trigger(1);
        return job;
    }

    private static void sweep(SteppedJob job, int sweeps) {
        for (int i = 0; i < sweeps && job.complete(1) == null; i++) {
            job.sweep();
        }
    }

    @Test
    void aBarrierThatIsStuckBehindSlowRecordsPassesInABoundedNumberOfStepsAfterTheNotice() throws IOException {
        SteppedJob job = stuck(shape(Long.MAX_VALUE));
        sweep(job, 300);
        assertThat(job.complete(1))
                .as("aligned it takes as long as the records do")
                .isNull();

        job.unalign(1);
        sweep(job, 300);
        Checkpoint checkpoint = job.complete(1);
        assertThat(checkpoint).isNotNull();
        assertThat(checkpoint.isUnaligned()).isTrue();
        assertThat(checkpoint.inFlightParts()).isPositive();
        assertThat(job.noted().get(0).size() + job.noted().get(1).size())
                .as("records that were processed meanwhile")
                .isLessThan(2_000);
        job.cancel();
    }

    @Test
    void theBatchInATasksHandsIsNotWaitedForEither() throws IOException {
        Shape oneExpansion =
                new Shape(1, 1, 1, false, 1_500, Partitioning.HASH, 1, 0, BarrierAligner.NEVER, Long.MAX_VALUE);
        SteppedJob job = job(oneExpansion, null, 1, 1, 1);
        job.slowSinksTo(SLOW_NS);
        for (int i = 0; i < 20; i++) {
            job.sweep();
        }
        job.trigger(1);
        job.unalign(1);
        sweep(job, 40);
        assertThat(job.complete(1)).as("a batch takes 256 steps").isNotNull();
        job.cancel();
    }

    @Test
    void trC3_withTheSmallestCreditALargeInFlightStateIsRestoredAndTheJobComesToItsEnd() throws IOException {
        Shape shape = shape(Long.MAX_VALUE);
        SteppedJob job = stuck(shape);
        job.unalign(1);
        sweep(job, 1_000);
        Checkpoint checkpoint = job.complete(1);
        job.cancel();
        assertThat(checkpoint.byVertex().stream()
                        .flatMap(List::stream)
                        .map(TaskSnapshot::getInFlightList)
                        .flatMap(List::stream)
                        .anyMatch(InFlightData::hasFile))
                .as("large enough for a file of its own")
                .isTrue();

        assertRunsToItsEnd(shape, job(shape, checkpoint, PARALLELISM));
        assertRunsToItsEnd(shape, job(shape, checkpoint, 2, 3, 1));
    }

    private static void assertRunsToItsEnd(Shape shape, SteppedJob job) {
        for (int i = 0; i < 100_000 && !job.isEnded(); i++) {
            job.sweep();
        }
        assertThat(job.isEnded()).as("%s", job.tasks()).isTrue();
        List<Long> noted = new ArrayList<>();
        job.noted().forEach(noted::addAll);
        noted.sort(Comparator.naturalOrder());
        assertThat(noted.equals(shape.expected())).isTrue();
        job.cancel();
    }

    @Test
    void aCheckpointThatWouldTakeTooMuchMemoryIsAlignedAfterAll() throws IOException {
        SteppedJob job = stuck(shape(10_000));
        job.unalign(1);
        sweep(job, 300);
        assertThat(job.complete(1)).isNull();

        job.slowSinksTo(0);
        sweep(job, 10_000);
        assertThat(job.complete(1)).isNotNull();
        job.cancel();
    }

    @Test
    void trC3_whatIsSaidOfALongWaitNamesTheChannelAndTheOptionThatHelps() {
        LocalChannel first = LocalChannel.create(new ChannelId("job", 0, 7, 0, 0), 2, 0);
        LocalChannel second = LocalChannel.create(new ChannelId("job", 0, 7, 1, 0), 2, 0);
        TaskInput input = new TaskInput(
                List.of(new InputGate(0, List.of(channel(first, 0), channel(second, 1)))), BarrierAligner.NEVER, 0);
        first.output().write(new Barrier(5, 0));
        input.poll(0);
        assertThat(BarrierWait.describeWait("count (1/1)", input, 12_000))
                .contains("count (1/1)", "12000 ms", "checkpoint 5", "edge 7", "parse, subtask 1")
                .contains("execution.checkpointing.aligned-timeout");

        input.unalign(5);
        assertThat(input.isReadingAhead(0)).isTrue();
        assertThat(BarrierWait.describeWait("count (1/1)", input, 12_000)).contains("parse, subtask 1", "not sent it");

        second.output().write(17L, 0, 0);
        second.output().flush(0, true);
        input.readAhead(0);
        assertThat(BarrierWait.describeBound("count (1/1)", input))
                .contains("checkpoint 5", "parse, subtask 1", "execution.checkpointing.max-read-ahead");
        assertThat(BarrierWait.describeWait("count (1/1)", input, 12_000))
                .contains("execution.checkpointing.max-read-ahead");
    }

    private static void write(LocalChannel channel, long record) {
        channel.output().write(record, 0, 0);
        channel.output().flush(0, true);
    }

    @Test
    void trC2_aCheckpointThatGoesUnalignedWaitsForAllThatIsBroadcastBeforeItsBarrier() {
        LocalChannel records = LocalChannel.create(new ChannelId("job", 0, 7, 0, 0), 64, 0);
        LocalChannel rules = LocalChannel.create(new ChannelId("job", 0, 8, 0, 0), 64, 0);
        TaskInput input = new TaskInput(
                List.of(
                        new InputGate(0, List.of(channel(records, 0))),
                        new InputGate(1, List.of(new GateChannel(rules.input(), 8, 4, "rules", 0)))),
                BarrierAligner.NEVER,
                Long.MAX_VALUE);
        for (long record = 0; record < 20; record++) {
            write(records, record);
        }
        records.output().write(new Barrier(5, 0));
        write(rules, 100);
        input.unalign(5);
        assertThat(input.isReadingAhead(0)).isTrue();
        input.readAhead(0);

        int rulesTaken = 0;
        for (int polls = 0; polls < 4; polls++) {
            assertThat(input.poll(0)).isEqualTo(TaskInput.Event.RECORDS);
            rulesTaken += input.input();
            input.recycle();
            input.readAhead(0);
            assertThat(input.isUnalignedBarrierDue()).isFalse();
        }
        rules.output().write(new Barrier(5, 0));
        TaskInput.Event event = input.poll(0);
        while (event == TaskInput.Event.RECORDS) {
            rulesTaken += input.input();
            input.recycle();
            event = input.poll(0);
        }
        assertThat(event).isEqualTo(TaskInput.Event.BARRIER);
        assertThat(rulesTaken).isEqualTo(1);
        assertThat(input.inFlight()).extracting(part -> part.input()).containsOnly(0);
    }

    private static GateChannel channel(LocalChannel channel, int producer) {
        return GateChannel.logged(channel.input(), 7, 3, "parse", producer, new InFlightLog(SteppedJob.serializer()));
    }
}
