package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.channel.ControlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A task that takes from its channels in the order of event time: TM-18. */
final class OrderedInputTest {
    private final QueuedChannel a = new QueuedChannel();
    private final QueuedChannel b = new QueuedChannel();
    private long nowMs;

    @SuppressWarnings("unchecked")
    private static final TypeSerializer<Object> TEXTS =
            (TypeSerializer<Object>) (TypeSerializer<?>) Types.STRING.createSerializer();

    private static InputGate gate(int input, QueuedChannel... channels) {
        List<GateChannel> all = new ArrayList<>();
        for (QueuedChannel channel : channels) {
            all.add(GateChannel.logged(channel, 10 + input, 7, "map", all.size(), new InFlightLog(TEXTS)));
        }
        return new InputGate(input, all);
    }

    private static TaskInput input(InputGate... gates) {
        return TaskInput.inOrder(List.of(gates), List.of(), 1 << 20, true);
    }

    /** All that is told now, joined by blanks. */
    private String all(TaskInput input) {
        List<String> told = new ArrayList<>();
        TaskInput.Event event;
        while ((event = input.poll(nowMs)) != TaskInput.Event.NONE) {
            told.add(
                    switch (event) {
                        case RECORDS -> {
                            RecordBatch batch = input.batch();
                            List<String> values = new ArrayList<>();
                            for (int i = 0; i < batch.size(); i++) {
                                values.add(batch.value(i).toString());
                            }
                            input.recycle();
                            yield String.join(",", values);
                        }
                        case WATERMARK -> "WM" + (input.watermark() == Long.MAX_VALUE ? "MAX" : input.watermark());
                        case BARRIER -> "BARRIER" + input.barrier().checkpointId();
                        default -> event.toString();
                    });
        }
        return String.join(" ", told);
    }

    /** Reads ahead as a task does between its slices. */
    private void readAhead(TaskInput input) {
        if (input.isReadingAhead(nowMs)) {
            while (input.readAhead(nowMs)) {
                // until nothing is there
            }
        }
    }

    @Test
    void tm18_theChannelWithTheLowestWatermarkIsTakenFromAndOfEqualOnesTheFirst() {
        a.records("a1").watermark(10).records("a2").watermark(20).records("a3");
        b.records("b1").watermark(5).records("b2").watermark(15).records("b3").watermark(30);
        assertThat(all(input(gate(0, a, b)))).isEqualTo("a1 b1 WM5 b2 WM10 a2 WM15 b3 WM20 a3");
    }

    @Test
    void tm18_theOrderGoesOverAllInputs() {
        a.records("a1").watermark(10).records("a2").watermark(20);
        b.records("b1").watermark(15).records("b2");
        assertThat(all(input(gate(0, a), gate(1, b)))).isEqualTo("a1 WM10 b1 WM15 a2 WM20 b2");
    }

    @Test
    void tm18_whileTheChannelWhoseTurnItIsHasNothingNothingIsTaken() {
        TaskInput input = input(gate(0, a, b));
        b.records("b1").watermark(5);
        assertThat(all(input)).isEmpty();
        a.watermark(1);
        assertThat(all(input)).isEqualTo("b1 WM1");
        b.records("b2");
        assertThat(all(input)).isEmpty();
        a.records("a1").watermark(5).records("a2");
        assertThat(all(input)).isEqualTo("a1 WM5 a2");
    }

    @Test
    void tm18_howTheRecordsBetweenTwoWatermarksCameInBatchesChangesNothing() {
        a.records("a1", "a2").watermark(10);
        b.records("b1").records("b2").watermark(5);
        assertThat(all(input(gate(0, a, b)))).isEqualTo("a1,a2 b1 b2 WM5");
    }

    @Test
    void tm18_idleAndEndedChannelsAreNotWaitedForButLookedAt() {
        TaskInput input = input(gate(0, a, b));
        a.idle();
        b.watermark(5).records("b1");
        assertThat(all(input)).isEqualTo("WM5 b1");
        a.records("a1");
        b.records("b2");
        assertThat(all(input)).isEqualTo("a1");
        a.watermark(Long.MAX_VALUE);
        assertThat(all(input)).isEqualTo("b2");
        a.end();
        b.watermark(Long.MAX_VALUE).end();
        assertThat(all(input)).isEqualTo("WMMAX END_OF_INPUT");
    }

    @Test
    void tm18_whatComesBehindTheEndOfAChannelsEventTimeComesWhenAllOthersAreAsFar() {
        TaskInput input = input(gate(0, a, b));
        a.records("a1").watermark(Long.MAX_VALUE).records("a2").end();
        assertThat(all(input)).isEqualTo("a1");
        b.watermark(5).records("b1").watermark(Long.MAX_VALUE).records("b2").end();
        assertThat(all(input)).isEqualTo("WM5 b1 WMMAX a2 b2 END_OF_INPUT");
    }

    private static GateChannel replay(int producer, Object... elements) {
        InFlightLog log = new InFlightLog(TEXTS);
        for (Object element : elements) {
            if (element instanceof ControlElement) {
                log.add(element);
            } else {
                RecordBatch batch = new RecordBatch(1);
                batch.add(element, 0, 0);
                log.add(batch);
            }
        }
        return GateChannel.replay(
                7, "map", log, new GateState.ChannelState(10, producer, Long.MIN_VALUE, false, false, false, Map.of()));
    }

    private static ControlElement watermark(long timestamp) {
        return new ControlElement.Watermark(timestamp);
    }

    @Test
    void tm18_whatIsReplayedAfterAChangeOfParallelismTakesTheTurnsOfTheChannelThatItStandsBefore() {
        InputGate live = gate(0, a, b);
        List<GateChannel> channels = new ArrayList<>(live.channels());
        channels.add(replay(1, "b1", watermark(20), "b2"));
        channels.add(replay(0, "a1", watermark(10), "a2", watermark(30)));
        TaskInput input = input(new InputGate(0, channels));
        a.watermark(30).records("a3");
        assertThat(all(input)).isEqualTo("a1 b1 a2 b2");
        b.watermark(20).records("b3").watermark(40);
        assertThat(all(input)).isEqualTo("b3 WM30 a3");
    }

    @Test
    void replaysOfProducersThatAreOthersNowComeOneByOneBeforeAllElse() {
        InputGate live = gate(0, a, b);
        List<GateChannel> channels = new ArrayList<>(live.channels());
        channels.add(replay(1, "b1", watermark(20), "b2"));
        channels.add(replay(0, "a1", watermark(10), "a2", watermark(30)));
        TaskInput input = TaskInput.inOrder(List.of(new InputGate(0, channels)), List.of(), 1 << 20, false);
        a.watermark(30).records("a3");
        b.watermark(20).records("b3").watermark(40);
        assertThat(all(input)).isEqualTo("b1 b2 a1 a2 WM20 b3 WM30 a3");
    }

    @Test
    void aStopWaitsForWhatIsReplayedToBeTaken() {
        InputGate live = gate(0, a, b);
        List<GateChannel> channels = new ArrayList<>(live.channels());
        channels.add(replay(0, "a1", watermark(30), "a2"));
        TaskInput input = input(new InputGate(0, channels));
        a.put(new ControlElement.Barrier(1, 0, BarrierPurpose.STOP)).records("a3");
        b.put(new ControlElement.Barrier(1, 0, BarrierPurpose.STOP)).records("b1");
        assertThat(all(input)).isEqualTo("a1 a2 BARRIER1 a3");
    }

    @Test
    void aWaitForAChannelSaysWhetherOthersAreHeldUpByIt() {
        TaskInput input = TaskInput.inOrder(List.of(gate(0, a, b)), List.of(), 10, true);
        a.watermark(10);
        b.watermark(20).records("a record of some length").records("b2");
        all(input);
        assertThat(input.orderWait()).map(OrderWait::holdsOthersUp).contains(false);
        nowMs += 5;
        all(input);
        OrderWait wait = input.orderWait().orElseThrow();
        assertThat(wait.holdsOthersUp()).as("b2 is left").isTrue();
        assertThat(wait.producerSubtask()).isEqualTo(0);
        assertThat(wait.sinceMs()).isEqualTo(nowMs - 5);
        a.watermark(30);
        all(input);
        assertThat(input.orderWait()).map(OrderWait::producerSubtask).contains(1);
        assertThat(input.orderWait()).map(OrderWait::holdsOthersUp).contains(false);
    }

    @Test
    void tm18_aBarrierDoesNotChangeTheOrderOfTheRecordsBeforeItOnOtherChannels() {
        TaskInput input = input(gate(0, a, b));
        a.records("a1").watermark(10).barrier(1).records("a2").watermark(30);
        b.watermark(20).records("b1").barrier(1).records("b2").watermark(40);
        assertThat(all(input)).isEqualTo("a1 WM10");
        readAhead(input);
        assertThat(input.pollBarrierOnly(nowMs)).isEqualTo(TaskInput.Event.BARRIER);
        assertThat(input.inFlight()).hasSize(1);
        assertThat(input.inFlight().get(0).parts()).hasSize(1);
        assertThat(all(input)).isEqualTo("a2 WM20 b1 b2 WM30");
    }

    @Test
    void aCheckpointThatMustBeAlignedIsAligned() {
        TaskInput input = input(gate(0, a, b));
        a.watermark(10)
                .put(new ControlElement.Barrier(1, 0, BarrierPurpose.STOP))
                .records("a2");
        b.watermark(20).records("b1").put(new ControlElement.Barrier(1, 0, BarrierPurpose.STOP));
        assertThat(all(input)).isEqualTo("WM10 b1 BARRIER1 a2");
    }

    @Test
    void whatIsNotYetTakenDoesNotBlockTheProducerOfTheChannelThatIsWaitedFor() {
        TaskInput input = input(gate(0, a, b));
        a.watermark(10);
        b.watermark(20).records("b1").records("b2").watermark(30);
        assertThat(all(input)).isEqualTo("WM10");
        assertThat(b.isEmpty()).isFalse();
        nowMs += 5;
        assertThat(all(input)).isEmpty();
        assertThat(b.isEmpty()).isTrue();
        a.records("a1").watermark(25);
        assertThat(all(input)).isEqualTo("a1 WM20 b1 b2 WM25");
    }

    @Test
    void whatIsReadAheadOfItsTurnStopsAtABarrierSoThatNothingBehindItIsTakenForAPartOfItsCheckpoint() {
        TaskInput input = input(gate(0, a, b));
        a.watermark(10);
        b.watermark(20).records("b1").barrier(1).records("b2");
        assertThat(all(input)).isEqualTo("WM10");
        nowMs += 5;
        all(input);
        assertThat(b.isEmpty()).isFalse();
        a.records("a1").barrier(1);
        assertThat(all(input)).isEqualTo("a1");
        readAhead(input);
        assertThat(input.pollBarrierOnly(nowMs)).isEqualTo(TaskInput.Event.BARRIER);
        assertThat(input.inFlight()).hasSize(1);
        assertThat(input.inFlight().get(0).parts()).as("b1").hasSize(1);
        all(input);
        nowMs += 5;
        all(input);
        assertThat(b.isEmpty())
                .as("a barrier whose checkpoint is over stops nothing")
                .isTrue();
    }
}
