package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.gate.TaskInput.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TaskInputTest {
    private final QueuedChannel a = new QueuedChannel();
    private final QueuedChannel b = new QueuedChannel();
    private final QueuedChannel c = new QueuedChannel();

    private static InputGate gate(int input, QueuedChannel... channels) {
        List<GateChannel> all = new ArrayList<>();
        for (QueuedChannel channel : channels) {
            all.add(new GateChannel(channel, 10 + input, 7, "map", all.size()));
        }
        return new InputGate(input, all);
    }

    private static TaskInput input(InputGate... gates) {
        return new TaskInput(List.of(gates));
    }

    /** What the next poll tells, as text. */
    private static String next(TaskInput input) {
        return text(input, input.poll(0));
    }

    private static String text(TaskInput input, Event event) {
        return switch (event) {
            case NONE -> "-";
            case RECORDS -> {
                List<String> values = new ArrayList<>();
                RecordBatch batch = input.batch();
                for (int i = 0; i < batch.size(); i++) {
                    values.add(batch.value(i).toString());
                }
                String text = input.input() + ":" + String.join(",", values);
                input.recycle();
                yield text;
            }
            case WATERMARK -> input.input() + ":WM" + (input.watermark() == Long.MAX_VALUE ? "MAX" : input.watermark());
            case DECLARED -> input.input() + ":" + input.declaration().fromLong(input.declaredValue());
            case IDLE, ACTIVE, END_OF_INPUT -> input.input() + ":" + event;
            case BARRIER -> "BARRIER" + input.barrier().checkpointId();
            case CHECKPOINT_ABORTED -> "ABORTED" + input.abortedCheckpointId();
        };
    }

    private static List<String> all(TaskInput input) {
        return Stream.generate(() -> next(input))
                .takeWhile(event -> !event.equals("-"))
                .toList();
    }

    @Test
    void tellsNothingWhenNothingIsThere() {
        assertThat(next(input(gate(0, a, b)))).isEqualTo("-");
        assertThat(input().poll(0)).isEqualTo(Event.NONE);
    }

    @Test
    void recordsOfAChannelComeBeforeTheWatermarkThatFollowedThem() {
        a.records("x", "y").watermark(5).records("z").watermark(9);
        assertThat(all(input(gate(0, a)))).containsExactly("0:x,y", "0:WM5", "0:z", "0:WM9");
    }

    @Test
    void takesFromTheChannelsInTurn() {
        a.records("a1").records("a2").records("a3");
        b.records("b1").records("b2");
        c.records("c1");
        assertThat(all(input(gate(0, a, b), gate(1, c))))
                .containsExactly("0:a1", "0:b1", "1:c1", "0:a2", "0:b2", "0:a3");
    }

    @Test
    void watermarksAreCombinedGateByGate() {
        a.watermark(5);
        b.watermark(3);
        c.watermark(1);
        TaskInput input = input(gate(0, a, b), gate(1, c));
        assertThat(all(input)).containsExactly("0:WM3", "1:WM1");
        assertThat(input.watermark(0)).isEqualTo(3);
        assertThat(input.watermark(1)).isEqualTo(1);
    }

    @Test
    void tm4_aGateIsToldToBeActiveBeforeTheRecordsThatWokeIt() {
        a.idle().records("x").idle().watermark(4);
        assertThat(all(input(gate(0, a)))).containsExactly("0:IDLE", "0:ACTIVE", "0:x", "0:IDLE", "0:ACTIVE", "0:WM4");
    }

    @Test
    void tm4_recordsOnAnIdleChannelHoldTheWatermarkBackAgain() {
        a.idle();
        b.watermark(5);
        TaskInput input = input(gate(0, a, b));
        assertThat(all(input)).containsExactly("0:WM5");
        a.records("x");
        b.watermark(9);
        assertThat(all(input)).containsExactly("0:x");
    }

    @Test
    void v4_theFlushToTheLargestWatermarkComesBeforeIdle() {
        a.watermark(10).idle();
        b.watermark(5).idle();
        assertThat(all(input(gate(0, a, b)))).endsWith("0:WM10", "0:IDLE");
    }

    @Test
    void anInputEndsAfterItsLastChannelAndItsFinalWatermark() {
        a.watermark(Long.MAX_VALUE).end();
        TaskInput input = input(gate(0, a, b), gate(1, c));
        assertThat(all(input)).isEmpty();
        b.records("x").end();
        assertThat(all(input)).containsExactly("0:x", "0:WMMAX", "0:END_OF_INPUT");
        assertThat(input.isEnded()).isFalse();
        c.end();
        assertThat(all(input)).containsExactly("1:WMMAX", "1:END_OF_INPUT");
        assertThat(input.isEnded()).isTrue();
    }

    @Test
    void aFinalWatermarkIsNotYetTheEndOfTheInput() {
        a.watermark(Long.MAX_VALUE);
        TaskInput input = input(gate(0, a));
        assertThat(all(input)).containsExactly("0:WMMAX");
        a.end();
        assertThat(all(input)).containsExactly("0:END_OF_INPUT");
    }

    @Test
    void barriersAlignOverAllGates() {
        a.barrier(1).records("after");
        b.records("before").barrier(1);
        TaskInput input = input(gate(0, a), gate(1, b, c));
        assertThat(all(input)).containsExactly("1:before");
        c.records("before too").barrier(1);
        assertThat(all(input)).containsExactly("1:before too", "BARRIER1", "0:after");
    }

    @Test
    void aNewerBarrierAbortsTheOlderAndWhatWasBlockedGoesOn() {
        a.barrier(1).records("x").barrier(2);
        b.barrier(2);
        assertThat(all(input(gate(0, a, b)))).containsExactly("ABORTED1", "0:x", "BARRIER2");
    }

    @Test
    void aCancelledCheckpointIsToldAndWhatWasBlockedGoesOn() {
        a.barrier(1).records("x");
        TaskInput input = input(gate(0, a, b));
        assertThat(all(input)).isEmpty();
        input.cancelCheckpoint(1);
        assertThat(all(input)).containsExactly("ABORTED1", "0:x");
        b.barrier(1).records("y");
        assertThat(all(input)).containsExactly("0:y");
    }

    @Test
    void aBarrierThatCompletesBecauseAChannelEndedComesAfterAllThatTheEndLedTo() {
        a.watermark(7).barrier(1);
        b.watermark(3).end();
        TaskInput input = input(gate(0, a, b));
        assertThat(all(input)).containsExactly("0:WM3", "0:WM7", "BARRIER1");
        assertThat(input.snapshot().get(0).watermark()).isEqualTo(7);
    }

    @Test
    void barriersStillComeAfterTheEnd() {
        a.end().barrier(1);
        b.end().barrier(1).barrier(2);
        assertThat(all(input(gate(0, a, b)))).containsExactly("0:WMMAX", "0:END_OF_INPUT", "BARRIER1", "BARRIER2");
    }

    @Test
    void recordsAfterTheEndAreABug() {
        a.end().records("x");
        TaskInput input = input(gate(0, a, b));
        assertThatThrownBy(() -> all(input))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("after the end");
    }

    @Test
    void inTheMiddleOfAFiringOnlyBarriersAreTaken() {
        a.watermark(5).barrier(1).records("x");
        b.watermark(5).records("y").barrier(1);
        TaskInput input = input(gate(0, a, b));
        assertThat(next(input)).isEqualTo("0:WM5");
        assertThat(input.pollBarrierOnly(0))
                .as("records stand before the other barrier")
                .isEqualTo(Event.NONE);
        assertThat(next(input)).isEqualTo("0:y");
        assertThat(input.pollBarrierOnly(0)).isEqualTo(Event.BARRIER);
        assertThat(input.barrier().checkpointId()).isEqualTo(1);
        assertThat(next(input)).isEqualTo("0:x");
    }

    @Test
    void anEndThatStandsBeforeABarrierDoesNotHoldItUpInTheMiddleOfTheLastFiring() {
        a.watermark(Long.MAX_VALUE).end().barrier(1);
        b.watermark(Long.MAX_VALUE).end().barrier(1);
        TaskInput input = input(gate(0, a), gate(1, b));
        assertThat(List.of(next(input), next(input))).containsExactly("0:WMMAX", "1:WMMAX");

        assertThat(input.pollBarrierOnly(0)).isEqualTo(Event.BARRIER);

        assertThat(all(input)).containsExactly("0:END_OF_INPUT", "1:END_OF_INPUT");
    }

    @Test
    void trC12_anEndThatIsSentAgainAfterARestoreDoesNotStandBeforeABarrier() {
        a.put(declared("L", 5)).watermark(Long.MAX_VALUE).end();
        TaskInput input = declaring(gate(0, a));
        all(input);

        QueuedChannel a2 = new QueuedChannel().put(declared("L", 5)).watermark(Long.MAX_VALUE);
        TaskInput restored = declaring(gate(0, a2));
        restored.restore(input.snapshot());
        a2.end().barrier(1);
        assertThat(restored.pollBarrierOnly(0)).isEqualTo(Event.BARRIER);
        assertThat(all(restored)).contains("0:END_OF_INPUT");
    }

    @Test
    void tm7_whatARestoredProducerThatHadEndedSaysAgainDoesNotCount() {
        a.put(declared("L", 5));
        b.put(declared("L", 3)).end();
        TaskInput input = declaring(gate(0, a, b));
        all(input);

        QueuedChannel a2 = new QueuedChannel();
        QueuedChannel b2 = new QueuedChannel().put(declared("L", 3)).end();
        TaskInput restored = declaring(gate(0, a2, b2));
        restored.restore(input.snapshot());
        assertThat(all(restored)).containsExactly("0:L=5");
        a2.put(declared("L", 6));
        assertThat(all(restored)).containsExactly("0:L=6");
    }

    @Test
    void aBarrierServedInTheMiddleOfAFiringLeavesWhatIsStillToBeToldForTheNextPoll() {
        a.watermark(5).idle().barrier(1);
        b.watermark(3).idle().barrier(1);
        TaskInput input = input(gate(0, a, b));
        assertThat(next(input)).isEqualTo("0:WM3");
        assertThat(next(input)).isEqualTo("0:WM5");
        assertThat(input.pollBarrierOnly(0)).isEqualTo(Event.BARRIER);

        GateState state = input.snapshot().get(0);
        assertThat(state.watermark()).isEqualTo(5);
        assertThat(state.idle()).as("not told yet").isFalse();
        assertThat(next(input)).isEqualTo("0:IDLE");

        TaskInput restored = input(gate(0, new QueuedChannel(), new QueuedChannel()));
        restored.restore(List.of(state));
        assertThat(all(restored)).containsExactly("0:IDLE");
    }

    @Test
    void noBarrierIsServedWhileABatchIsOut() {
        a.records("x").barrier(1);
        TaskInput input = input(gate(0, a));
        assertThat(input.poll(0)).isEqualTo(Event.RECORDS);
        assertThat(input.pollBarrierOnly(0)).isEqualTo(Event.NONE);
        input.recycle();
        assertThat(input.pollBarrierOnly(0)).isEqualTo(Event.BARRIER);
    }

    @Test
    void noBarrierIsServedBetweenBecomingActiveAndTheRecordsThatDidIt() {
        a.idle().records("x").barrier(1);
        TaskInput input = input(gate(0, a));
        assertThat(next(input)).isEqualTo("0:IDLE");
        assertThat(next(input)).isEqualTo("0:ACTIVE");
        assertThat(input.pollBarrierOnly(0)).isEqualTo(Event.NONE);
        assertThat(next(input)).isEqualTo("0:x");
        assertThat(next(input)).isEqualTo("BARRIER1");
    }

    @Test
    void aBatchThatWasNotRecycledIsABug() {
        a.records("x").records("y");
        TaskInput input = input(gate(0, a));
        input.poll(0);
        assertThatThrownBy(() -> input.poll(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void tm1_aRestoredInputGoesOnWhereTheSnapshotWas() {
        a.watermark(10);
        b.watermark(5).idle();
        TaskInput input = input(gate(0, a, b));
        assertThat(all(input)).containsExactly("0:WM5", "0:WM10");

        QueuedChannel a2 = new QueuedChannel();
        QueuedChannel b2 = new QueuedChannel();
        TaskInput restored = input(gate(0, a2, b2));
        restored.restore(input.snapshot());
        assertThat(all(restored)).as("nothing is told again").isEmpty();
        assertThat(restored.watermark(0)).isEqualTo(10);
        b2.watermark(7);
        assertThat(all(restored)).isEmpty();
        a2.watermark(12);
        assertThat(all(restored)).as("b is behind").isEmpty();
        b2.watermark(11);
        assertThat(all(restored)).containsExactly("0:WM11");
        assertThat(restored.snapshot().get(0).watermark()).isEqualTo(11);
    }

    @Test
    void trC12_anEndThatIsSentAgainAfterARestoreEndsTheInputAgain() {
        a.watermark(Long.MAX_VALUE).end();
        TaskInput input = input(gate(0, a));
        all(input);

        QueuedChannel a2 = new QueuedChannel().watermark(Long.MAX_VALUE).end();
        TaskInput restored = input(gate(0, a2));
        restored.restore(input.snapshot());
        assertThat(restored.watermark(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(all(restored)).containsExactly("0:END_OF_INPUT");
    }

    @Test
    void tm1_afterARescaleStatesOfOneInputAreJoinedToTheLeast() {
        GateState one = new GateState(0, 10, false, List.of(new GateState.ChannelState(10, 0, 12, false, false)));
        GateState two = new GateState(0, 8, true, List.of(new GateState.ChannelState(10, 0, 9, true, false)));
        TaskInput input = input(gate(0, a, b));
        input.restore(List.of(one, two));
        assertThat(input.watermark(0)).isEqualTo(8);
        a.watermark(30);
        b.watermark(20);
        assertThat(all(input)).containsExactly("0:WM20");
    }

    // ------------------------------------------------------------------------------------ declared watermarks

    private static final WatermarkDeclaration MIN =
            WatermarkDeclarations.newBuilder("L").typeLong().build();
    private static final WatermarkDeclaration WAITING = WatermarkDeclarations.newBuilder("W")
            .typeLong()
            .combineWaitForAllChannels(true)
            .build();

    private static TaskInput declaring(InputGate... gates) {
        return new TaskInput(List.of(gates), List.of(MIN, WAITING), BarrierAligner.NEVER, Long.MAX_VALUE);
    }

    private static ControlElement declared(String identifier, long value) {
        return new ControlElement.Declared(identifier, value);
    }

    @Test
    void d1_declaredWatermarksAreCombinedByIdentifierInOrderWithTheRecords() {
        TaskInput input = declaring(gate(0, a, b));
        a.records("x").put(declared("L", 5)).put(declared("L", 5)).put(declared("W", 7));
        assertThat(all(input)).containsExactly("0:x", "0:L=5");
        b.put(declared("L", 3)).records("y").put(declared("W", 4));
        assertThat(all(input)).containsExactly("0:L=3", "0:y", "0:W=4");
    }

    @Test
    void d10_tm7_whatAnEndLetsThroughIsToldIdentifierByIdentifierBeforeTheEndOfTheInput() {
        a.put(declared("L", 5)).put(declared("W", 7));
        TaskInput input = declaring(gate(0, a, b));
        assertThat(all(input)).containsExactly("0:L=5");
        b.put(declared("L", 3));
        assertThat(all(input)).containsExactly("0:L=3");
        b.end();
        assertThat(all(input)).containsExactly("0:L=5", "0:W=7");
        a.end();
        assertThat(all(input)).containsExactly("0:WMMAX", "0:END_OF_INPUT");
    }

    @Test
    void tm1_declaredWatermarksComeBackWithTheirChannelsAndAChannelThatHadEndedStaysOut() {
        a.put(declared("L", 5)).put(declared("W", 7));
        b.put(declared("L", 3)).end();
        TaskInput input = declaring(gate(0, a, b));
        assertThat(all(input)).endsWith("0:L=5", "0:W=7");

        QueuedChannel a2 = new QueuedChannel();
        QueuedChannel b2 = new QueuedChannel();
        TaskInput restored = declaring(gate(0, a2, b2));
        restored.restore(input.snapshot());
        assertThat(all(restored)).as("operators know what they were told").containsExactly("0:L=5", "0:W=7");
        a2.put(declared("L", 6));
        assertThat(all(restored)).as("3 of the ended channel does not count").containsExactly("0:L=6");
        b2.end();
        assertThat(all(restored)).isEmpty();
    }

    @Test
    void tm1_whatWaitsForAChannelIsStillWaitedForAfterARestore() {
        a.put(declared("W", 7)).end();
        TaskInput input = declaring(gate(0, a, b));
        assertThat(all(input)).isEmpty();

        QueuedChannel a2 = new QueuedChannel();
        QueuedChannel b2 = new QueuedChannel();
        TaskInput restored = declaring(gate(0, a2, b2));
        restored.restore(input.snapshot());
        b2.end();
        assertThat(all(restored)).containsExactly("0:WMMAX", "0:W=7");
    }

    @Test
    void declaredFactsSayWhatEachChannelHasSentAndWhichOneIsWaitedFor() {
        a.put(declared("W", 7));
        TaskInput input = declaring(gate(0, a, b));
        input.poll(1234);
        DeclaredGateFacts facts = input.declaredFacts().get(0);
        assertThat(facts.declaration()).isEqualTo(WAITING);
        assertThat(facts.combination()).isEmpty();
        assertThat(facts.waitsFor()).isEqualTo(1);
        assertThat(facts.channels().get(0).value()).hasValue(7);
        assertThat(facts.channels().get(0).changedAtMs()).isEqualTo(1234);
        assertThat(facts.channels().get(1).value()).isEmpty();
    }

    @Test
    void factsSayWhereEachChannelIsAndWhichOneHoldsItsGateBack() {
        a.watermark(10);
        b.watermark(5);
        c.barrier(1);
        TaskInput input = input(gate(0, a, b), gate(1, c));
        input.poll(1234);
        input.poll(1234);
        List<ChannelFacts> facts = input.facts();
        assertThat(facts).hasSize(3);
        assertThat(facts.get(0))
                .isEqualTo(new ChannelFacts(0, 10, 7, "map", 0, 10, false, false, 1234, 0, false, false));
        assertThat(facts.get(1)).isEqualTo(new ChannelFacts(0, 10, 7, "map", 1, 5, false, false, 1234, 0, true, false));
        assertThat(facts.get(2))
                .isEqualTo(new ChannelFacts(1, 11, 7, "map", 0, Long.MIN_VALUE, false, false, 0, 0, true, true));
    }

    @Test
    void theFirstFailedChannelIsTheInputsFailure() {
        TaskInput input = input(gate(0, a), gate(1, b));
        assertThat(input.failure()).isNull();
        Throwable lost = new IllegalStateException("lost");
        b.fail(lost);
        assertThat(input.failure()).isSameAs(lost);
    }

    @Test
    void closingGivesBackTheBatchAndClosesEveryChannel() {
        a.records("x");
        TaskInput input = input(gate(0, a, b));
        input.poll(0);
        input.close();
        assertThat(a.hasBatchOut()).isFalse();
        assertThat(a.isClosed() && b.isClosed()).isTrue();
    }
}
