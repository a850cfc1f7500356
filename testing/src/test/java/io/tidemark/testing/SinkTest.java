package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.worker.task.TaskState;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sinks: what is prepared at a barrier is committed once, when that checkpoint or a later one is complete. */
class SinkTest {
    private final HandSink sink = new HandSink(UUID.randomUUID().toString());
    private final OperatorHarness harness = OperatorHarness.of(new OperatorSpec.SinkSpec(sink))
            .withoutRestarts("a restart takes a checkpoint, and which of them are complete is what this is about")
            .open();

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void nothingIsCommittedBeforeItsCheckpointIsComplete() {
        assertThat(sink.take()).containsExactly("discard");
        harness.record("a", 1);
        HarnessSnapshot snapshot = harness.snapshot();
        assertThat(sink.take()).isEmpty();
        harness.complete(snapshot);
        assertThat(sink.take()).containsExactly("commit [a]");
        harness.complete(snapshot);
        assertThat(sink.take()).isEmpty();
    }

    @Test
    void trX4_whatWasPreparedForACheckpointThatFailedIsCommittedWithTheNext() {
        harness.record("a", 1);
        HarnessSnapshot failed = harness.snapshot();
        harness.abort(failed);
        harness.record("b", 1);
        HarnessSnapshot next = harness.snapshot();
        sink.take();
        harness.complete(next);
        assertThat(sink.take()).containsExactly("commit [a, b]");
    }

    @Test
    void whatIsPreparedForALaterCheckpointWaitsForIt() {
        harness.record("a", 1);
        HarnessSnapshot first = harness.snapshot();
        harness.record("b", 1);
        HarnessSnapshot second = harness.snapshot();
        sink.take();
        harness.complete(first);
        assertThat(sink.take()).containsExactly("commit [a]");
        harness.complete(second);
        assertThat(sink.take()).containsExactly("commit [b]");
    }

    @Test
    void afterARestoreWhatTheCheckpointHoldsIsCommittedThenLeftoversAreDiscarded() {
        harness.record("a", 1);
        HarnessSnapshot snapshot = harness.snapshot();
        harness.record("lost", 1);
        sink.take();
        harness.restore(snapshot);
        assertThat(sink.take()).containsExactly("close", "commit [a]", "discard");
    }

    @Test
    void trX2_checkpointsWithoutDataCommitNothing() {
        sink.take();
        for (int i = 0; i < 3; i++) {
            harness.complete(harness.snapshot());
        }
        assertThat(sink.take()).isEmpty();
    }

    @Test
    void theFinalCheckpointIsCommittedBeforeTheSinkClosesWhetherOrNotItWasAnnounced() {
        harness.record("a", 1);
        harness.end();
        assertThat(harness.state()).isEqualTo(TaskState.ENDED);
        HarnessSnapshot last = harness.snapshot();
        sink.take();
        harness.finish(last);
        assertThat(sink.take()).containsExactly("commit [a]", "close");
        assertThat(harness.state()).isEqualTo(TaskState.FINISHED);
    }
}
