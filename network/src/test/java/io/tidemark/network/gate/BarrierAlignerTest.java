package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.channel.ControlElement.Barrier;
import io.tidemark.network.gate.BarrierAligner.Decision;
import org.junit.jupiter.api.Test;

final class BarrierAlignerTest {
    private final BarrierAligner aligner = new BarrierAligner(3);

    private Decision barrier(int channel, long id) {
        return aligner.onBarrier(channel, new Barrier(id, id * 100), 0);
    }

    @Test
    void aChannelIsBlockedFromItsBarrierUntilAllHaveBroughtTheirs() {
        assertThat(barrier(0, 1)).isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(0)).isTrue();
        assertThat(aligner.isBlocked(1)).isFalse();
        assertThat(barrier(2, 1)).isEqualTo(Decision.NONE);
        assertThat(barrier(1, 1)).isEqualTo(Decision.COMPLETE);
        assertThat(aligner.completed()).isEqualTo(new Barrier(1, 100));
        assertThat(aligner.isBlocked(0) || aligner.isBlocked(1) || aligner.isBlocked(2))
                .isFalse();
    }

    @Test
    void withOneChannelABarrierIsCompleteAtOnce() {
        BarrierAligner single = new BarrierAligner(1);
        assertThat(single.onBarrier(0, new Barrier(1, 0), 0)).isEqualTo(Decision.COMPLETE);
        assertThat(single.onBarrier(0, new Barrier(2, 0), 0)).isEqualTo(Decision.COMPLETE);
    }

    @Test
    void saysHowLongItTookFromTheFirstBarrierToTheLast() {
        aligner.onBarrier(0, new Barrier(1, 0), 1000);
        aligner.onBarrier(1, new Barrier(1, 0), 1500);
        aligner.onBarrier(2, new Barrier(1, 0), 1700);
        assertThat(aligner.alignmentMs()).isEqualTo(700);
    }

    @Test
    void aNewerBarrierAbortsAnOlderIncompleteOneAndFreesItsChannels() {
        barrier(0, 1);
        assertThat(barrier(1, 2)).isEqualTo(Decision.ABORTED);
        assertThat(aligner.abortedId()).isEqualTo(1);
        assertThat(aligner.isBlocked(0)).isFalse();
        assertThat(aligner.isBlocked(1)).isTrue();

        assertThat(barrier(2, 1)).as("too late").isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(2)).isFalse();
        barrier(2, 2);
        assertThat(barrier(0, 2)).isEqualTo(Decision.COMPLETE);
        assertThat(aligner.completed().checkpointId()).isEqualTo(2);
    }

    @Test
    void aNewerBarrierThatIsTheOnlyOneAwaitedIsCompleteInTheSameMoment() {
        aligner.onEnd(1, 0);
        barrier(0, 1);
        aligner.onEnd(0, 0);
        assertThat(barrier(2, 2)).isEqualTo(Decision.ABORTED_THEN_COMPLETE);
        assertThat(aligner.abortedId()).isEqualTo(1);
        assertThat(aligner.completed().checkpointId()).isEqualTo(2);
    }

    @Test
    void anEndedChannelIsNotWaitedFor() {
        aligner.onEnd(1, 0);
        barrier(0, 1);
        assertThat(barrier(2, 1)).isEqualTo(Decision.COMPLETE);
    }

    @Test
    void theEndOfTheLastChannelThatIsAwaitedCompletesTheCheckpoint() {
        barrier(0, 1);
        barrier(2, 1);
        assertThat(aligner.onEnd(1, 0)).isEqualTo(Decision.COMPLETE);
        assertThat(aligner.onEnd(1, 0)).as("repeated").isEqualTo(Decision.NONE);
    }

    @Test
    void aBarrierOnAnEndedChannelStartsTheCheckpointButIsNotAwaited() {
        aligner.onEnd(1, 0);
        assertThat(barrier(1, 1)).isEqualTo(Decision.NONE);
        barrier(0, 1);
        assertThat(barrier(2, 1)).isEqualTo(Decision.COMPLETE);
        assertThat(barrier(1, 1)).as("late").isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(1)).isFalse();
    }

    @Test
    void whenAllHaveEndedTheFirstBarrierCompletesAndTheOthersArePassedOver() {
        for (int i = 0; i < 3; i++) {
            aligner.onEnd(i, 0);
        }
        assertThat(barrier(1, 4)).isEqualTo(Decision.COMPLETE);
        assertThat(barrier(0, 4)).isEqualTo(Decision.NONE);
        assertThat(barrier(2, 4)).isEqualTo(Decision.NONE);
        assertThat(barrier(2, 5)).isEqualTo(Decision.COMPLETE);
    }

    @Test
    void aCancelledCheckpointFreesItsChannelsAndItsLaterBarriersArePassedOver() {
        barrier(0, 1);
        assertThat(aligner.cancel(1)).isEqualTo(Decision.ABORTED);
        assertThat(aligner.isBlocked(0)).isFalse();
        assertThat(barrier(1, 1)).isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(1)).isFalse();
    }

    @Test
    void aCheckpointThatIsCancelledBeforeItsFirstBarrierNeverBlocks() {
        assertThat(aligner.cancel(1)).isEqualTo(Decision.NONE);
        assertThat(barrier(0, 1)).isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(0)).isFalse();
        assertThat(aligner.isAligning()).isFalse();
    }

    @Test
    void cancellingANewerOneLeavesTheCurrentOneAlone() {
        barrier(0, 1);
        assertThat(aligner.cancel(2)).isEqualTo(Decision.NONE);
        barrier(1, 1);
        assertThat(barrier(2, 1)).isEqualTo(Decision.COMPLETE);
        assertThat(barrier(2, 2)).isEqualTo(Decision.NONE);
        assertThat(aligner.isAligning()).isFalse();
    }

    @Test
    void aBarrierOfACancelledCheckpointStillShowsThatAnOlderOneCannotComplete() {
        barrier(0, 1);
        aligner.cancel(2);
        assertThat(barrier(1, 2)).isEqualTo(Decision.ABORTED);
        assertThat(aligner.abortedId()).isEqualTo(1);
        assertThat(aligner.isBlocked(0) || aligner.isBlocked(1)).isFalse();
    }

    @Test
    void cancellingOneBeforeItComesLeavesTheOlderOnesAlone() {
        aligner.cancel(3);
        barrier(0, 2);
        barrier(1, 2);
        assertThat(barrier(2, 2)).isEqualTo(Decision.COMPLETE);
        assertThat(barrier(0, 3)).isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(0)).isFalse();
        assertThat(barrier(0, 4)).isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(0)).isTrue();
    }

    @Test
    void cancellingACompletedOneChangesNothing() {
        barrier(0, 1);
        barrier(1, 1);
        barrier(2, 1);
        assertThat(aligner.cancel(1)).isEqualTo(Decision.NONE);
        assertThat(barrier(0, 2)).isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(0)).isTrue();
    }

    @Test
    void takingABarrierFromABlockedChannelIsABug() {
        barrier(0, 1);
        assertThatThrownBy(() -> barrier(0, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("blocked for 1");
    }

    // ------------------------------------------------------------------------------------ unaligned

    @Test
    void aNoticeBeginsTheReadingAheadBeforeAnyBarrierHasCome() {
        aligner.onUnalign(4);
        assertThat(aligner.beginReadingAhead(0)).isTrue();
        assertThat(aligner.isReadAhead(0) && aligner.isReadAhead(1) && aligner.isReadAhead(2))
                .isTrue();

        assertThat(ahead(0, 4)).isEqualTo(Decision.NONE);
        assertThat(aligner.isReadAhead(0)).isFalse();
        assertThat(aligner.isBlocked(0))
                .as("what was read ahead is still played")
                .isFalse();
        ahead(1, 4);
        assertThat(barrier(2, 4)).as("all here").isEqualTo(Decision.COMPLETE);
        assertThat(aligner.isCompletedUnaligned()).isTrue();
        assertThat(aligner.isReadingAhead()).isFalse();
        assertThat(barrier(0, 4)).as("played later").isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(0)).isFalse();
    }

    private Decision ahead(int channel, long id) {
        return aligner.onBarrierAhead(channel, new Barrier(id, 0), 0);
    }

    @Test
    void anAlignmentThatTakesAsLongAsTheTimeoutGoesOnUnaligned() {
        BarrierAligner timed = new BarrierAligner(2, 100);
        timed.onBarrier(0, new Barrier(1, 0), 1000);
        assertThat(timed.beginReadingAhead(1099)).isFalse();
        assertThat(timed.beginReadingAhead(1100)).isTrue();
        assertThat(timed.isReadAhead(0)).isFalse();
        assertThat(timed.isReadAhead(1)).isTrue();
        assertThat(timed.onBarrierAhead(1, new Barrier(1, 0), 1150)).isEqualTo(Decision.COMPLETE);
        assertThat(timed.alignmentMs()).isEqualTo(150);
    }

    @Test
    void savepointsAndStopsAlwaysAlign() {
        BarrierAligner timed = new BarrierAligner(2, 0);
        timed.onUnalign(1);
        timed.onBarrier(0, new Barrier(1, 0, BarrierPurpose.SAVEPOINT), 0);
        assertThat(timed.beginReadingAhead(1_000_000)).isFalse();
    }

    @Test
    void aNewerBarrierThatIsReadAheadEndsTheOlderCheckpointAndTheReadingAhead() {
        barrier(0, 1);
        aligner.onUnalign(1);
        aligner.beginReadingAhead(0);
        assertThat(ahead(1, 2)).isEqualTo(Decision.ABORTED);
        assertThat(aligner.abortedId()).isEqualTo(1);
        assertThat(aligner.isReadingAhead()).isFalse();
        assertThat(aligner.isBlocked(0)).isFalse();
    }

    @Test
    void whatIsTooMuchToReadAheadIsAlignedAfterAllAndNotTriedAgain() {
        aligner.onUnalign(1);
        aligner.beginReadingAhead(0);
        ahead(0, 1);
        aligner.alignAfterAll();
        assertThat(aligner.beginReadingAhead(0)).isFalse();
        barrier(1, 1);
        assertThat(barrier(2, 1)).as("the first must come in its turn").isEqualTo(Decision.NONE);
        assertThat(barrier(0, 1)).isEqualTo(Decision.COMPLETE);
        assertThat(aligner.isCompletedUnaligned()).isFalse();

        aligner.onUnalign(2);
        assertThat(aligner.beginReadingAhead(0)).isTrue();
    }

    @Test
    void cancellingEndsTheReadingAheadAndANoticeForItComesTooLate() {
        aligner.onUnalign(3);
        aligner.beginReadingAhead(0);
        assertThat(aligner.cancel(3)).isEqualTo(Decision.NONE);
        assertThat(aligner.isReadingAhead()).isFalse();
        assertThat(aligner.beginReadingAhead(0)).isFalse();
        assertThat(barrier(0, 3)).isEqualTo(Decision.NONE);
        assertThat(aligner.isBlocked(0)).isFalse();
    }

    @Test
    void afterANoticedCheckpointIsCancelledNoneIsUnderWay() {
        aligner.onUnalign(5);
        assertThat(aligner.mayReadAhead()).isTrue();
        aligner.cancel(5);
        assertThat(aligner.mayReadAhead()).isFalse();
        aligner.onUnalign(6);
        assertThat(aligner.mayReadAhead()).isTrue();
    }

    @Test
    void anEndThatIsReadAheadIsNotWaitedForButItsBarrierStillCounts() {
        aligner.onUnalign(1);
        aligner.beginReadingAhead(0);
        for (int channel = 0; channel < 3; channel++) {
            assertThat(aligner.onEndAhead(channel, 0)).isEqualTo(Decision.NONE);
            assertThat(aligner.isReadAhead(channel)).isTrue();
        }
        assertThat(ahead(2, 1)).isEqualTo(Decision.COMPLETE);
    }

    @Test
    void namesTheFirstChannelThatIsWaitedFor() {
        barrier(0, 1);
        assertThat(aligner.firstAwaited()).isEqualTo(1);
        assertThat(aligner.awaitedId()).isEqualTo(1);
    }
}
