package io.tidemark.network.data;

import static io.tidemark.network.data.TestPlane.id;
import static io.tidemark.network.data.TestPlane.reason;
import static io.tidemark.network.data.TestPlane.take;
import static io.tidemark.network.data.TestPlane.transfer;
import static io.tidemark.network.data.TestPlane.until;
import static io.tidemark.network.data.TestPlane.untilFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.operator.Records;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records between two workers, over real sockets on loopback. */
@Timeout(60)
final class DataPlaneTest {
    private static final int CREDIT = 4;

    private final TestPlane plane = new TestPlane();

    @AfterEach
    void close() {
        plane.close();
    }

    @Test
    void recordsComeWithTimestampAndKeyHashAsTheyWereWritten() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        output.write("a", 1_000_000_000_000L, 42);
        output.write("b", Records.NO_TIMESTAMP, 0);
        output.write("c", -5, -1);
        output.write("d", Long.MAX_VALUE, Integer.MIN_VALUE);
        output.write("e", Long.MIN_VALUE + 1, 0);
        output.flush(0, true);
        until(() -> !input.isEmpty());

        RecordBatch batch = (RecordBatch) input.poll();
        assertThat(batch.size()).isEqualTo(5);
        assertThat(LongStream.range(0, 5).map(i -> batch.timestamp((int) i)))
                .containsExactly(1_000_000_000_000L, Records.NO_TIMESTAMP, -5L, Long.MAX_VALUE, Long.MIN_VALUE + 1);
        assertThat(LongStream.range(0, 5).mapToInt(i -> batch.keyHash((int) i)))
                .containsExactly(42, 0, -1, Integer.MIN_VALUE, 0);
        assertThat(batch.value(3)).isEqualTo("d");
    }

    @Test
    void recordsAndControlElementsOfAChannelComeInOrder() {
        InputChannel input = plane.register(id(0, 0), Long.class, CREDIT);
        RemoteOutputChannel output = plane.open(id(0, 0), Long.class);
        Random random = new Random(1);
        List<Object> written = new ArrayList<>();
        List<Object> seen = new ArrayList<>();
        for (long i = 0; i < 50_000; i++) {
            Object element = switch (random.nextInt(60)) {
                case 0 -> new ControlElement.Watermark(i);
                case 1 -> new ControlElement.Idle();
                case 2 -> new ControlElement.Active();
                case 3 -> new ControlElement.Barrier(i, i * 2, BarrierPurpose.of((int) (i % 3)));
                default -> i;
            };
            written.add(element);
            if (element instanceof ControlElement control) {
                output.write(control);
            } else {
                output.write(element, i, 1);
            }
            if (random.nextInt(200) == 0) {
                output.flush(0, random.nextBoolean());
                take(input, seen);
            }
        }
        output.write(new ControlElement.End());
        written.add(new ControlElement.End());
        seen.addAll(transfer(output, input, written.size() - seen.size()));
        assertThat(seen).isEqualTo(written);
        until(() -> {
            input.poll();
            return output.describe().contains("credit 4 of 4");
        });
        assertThat(plane.allocator.liveBuffers()).isZero();
    }

    @Test
    void acceptsWritesBeforeItIsConnectedButHasNoRoomUntilThen() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.open(id(0, 0), String.class);
        output.write("early", 0, 0);
        assertThat(transfer(output, input, 1)).containsExactly("early");
    }

    @Test
    void hasRoomForAsManyBuffersAsWereGrantedAndAgainWhenTheyAreConsumed() {
        InputChannel input = plane.register(id(0, 0), byte[].class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), byte[].class);
        int sent = 0;
        while (output.hasRoom()) {
            output.write(new byte[900], 0, 0);
            output.flush(0, true);
            sent++;
        }
        assertThat(sent).isEqualTo(CREDIT);
        output.write(new byte[900], 0, 0);
        assertThat(output.flush(0, true)).isFalse();
        assertThat(output.isDrained()).isFalse();

        List<Object> seen = new ArrayList<>();
        until(() -> {
            take(input, seen);
            output.flush(0, true);
            return seen.size() == CREDIT + 1;
        });
        until(() -> {
            input.poll();
            return output.hasRoom();
        });
    }

    @Test
    void isLessThanHalfFullUntilHalfOfTheBuffersAreOnTheirWayAndAgainWhenTheyAreConsumed() {
        InputChannel input = plane.register(id(0, 0), byte[].class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), byte[].class);
        int sent = 0;
        while (output.isLessThanHalfFull()) {
            output.write(new byte[900], 0, 0);
            output.flush(0, true);
            sent++;
        }
        assertThat(sent).isEqualTo((CREDIT + 1) / 2);
        until(() -> {
            take(input, new ArrayList<>());
            return output.isLessThanHalfFull();
        });
    }

    @Test
    void whatExceedsTheCreditWaitsAndBarriersWithIt() {
        InputChannel input = plane.register(id(0, 0), byte[].class, 1);
        RemoteOutputChannel output = plane.opened(id(0, 0), byte[].class);
        for (int i = 0; i < 10; i++) {
            output.write(new byte[900], 0, 0);
        }
        output.write(new ControlElement.Barrier(1, 0));
        List<Object> seen = transfer(output, input, 11);
        assertThat(seen.get(10)).isEqualTo(new ControlElement.Barrier(1, 0));
    }

    @Test
    void aPartialBufferGoesAtOnceWhenTheReceiverHasStarvedElseWhenTheIntervalIsUp() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        output.write("a", 0, 0);
        assertThat(output.flush(0, false)).as("nothing is on its way").isTrue();
        output.write("b", 0, 0);
        assertThat(output.flush(5, false)).as("a may not have been consumed").isFalse();
        assertThat(output.flush(5 + TestPlane.FLUSH_INTERVAL_NS, false)).isTrue();

        List<Object> seen = new ArrayList<>();
        until(() -> {
            take(input, seen);
            return seen.size() == 2;
        });
        output.write("c", 0, 0);
        until(() -> {
            input.peek();
            return output.flush(5, false);
        });
    }

    @Test
    void aReceiverThatHasReadEverythingSaysSoByGivingAllCreditBack() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        for (int i = 1; i <= 3; i++) {
            assertThat(transfer(written(output), input, 1)).containsExactly("a");
            until(() -> {
                assertThat(input.poll()).isNull();
                return output.describe().contains("credit 4 of 4");
            });
        }
    }

    private static RemoteOutputChannel written(RemoteOutputChannel output) {
        output.write("a", 0, 0);
        return output;
    }

    @Test
    void aControlElementIsDueAtTheNextFlush() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        output.write("a", 0, 0);
        output.flush(0, false);
        output.write(new ControlElement.Watermark(1));
        assertThat(output.flush(0, false)).isTrue();
        List<Object> seen = new ArrayList<>();
        until(() -> {
            take(input, seen);
            return seen.size() == 2;
        });
        assertThat(seen).containsExactly("a", new ControlElement.Watermark(1));
    }

    @Test
    void aStalledChannelDoesNotStallAnotherOnTheSameConnection() {
        InputChannel stalled = plane.register(id(0, 0), byte[].class, CREDIT);
        InputChannel lively = plane.register(id(0, 1), byte[].class, CREDIT);
        RemoteOutputChannel toStalled = plane.opened(id(0, 0), byte[].class);
        RemoteOutputChannel toLively = plane.opened(id(0, 1), byte[].class);
        for (int i = 0; i < 1000; i++) {
            toStalled.write(new byte[900], 0, 0);
            toLively.write(new byte[900], 0, 0);
        }
        toStalled.flush(0, true);
        assertThat(transfer(toLively, lively, 1000)).hasSize(1000);
        assertThat(toStalled.hasRoom()).isFalse();
        assertThat(transfer(toStalled, stalled, 1000)).hasSize(1000);
    }

    @Test
    void recordsLargerThanABufferGoInFramesOfTheirOwnAndTheOrderIsKept() {
        InputChannel input = plane.register(id(0, 0), byte[].class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), byte[].class);
        int[] lengths = {1, 1000, 1023, 1024, 5000, 3, 60_000, 0, 990, 990, 2048};
        Random random = new Random(3);
        List<byte[]> written = new ArrayList<>();
        for (int length : lengths) {
            byte[] value = new byte[length];
            random.nextBytes(value);
            written.add(value);
            output.write(value, length, length);
        }
        List<Object> seen = transfer(output, input, lengths.length);
        for (int i = 0; i < lengths.length; i++) {
            assertThat((byte[]) seen.get(i)).isEqualTo(written.get(i));
        }
    }

    @Test
    void aRecordBeyondTheLimitIsAnErrorThatNamesChannelAndSizeAndWhatWasWrittenBeforeStillGoes() {
        InputChannel input = plane.register(id(0, 0), byte[].class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), byte[].class);
        output.write(new byte[] {1}, 0, 0);
        assertThatThrownBy(() -> output.write(new byte[70_000], 0, 0))
                .isInstanceOfSatisfying(DataPlaneException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.RECORD_TOO_LARGE);
                    assertThat(e.isRestartable()).isFalse();
                    assertThat(e).hasMessageContaining("edge 3").hasMessageContaining("70003 bytes");
                });
        output.write(new byte[] {2}, 0, 0);
        List<Object> seen = transfer(output, input, 2);
        assertThat((byte[]) seen.get(0)).containsExactly(1);
        assertThat((byte[]) seen.get(1)).containsExactly(2);
    }

    @Test
    void aRecordThatCannotBeSerialisedLeavesTheOthersIntact() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        output.write("a", 0, 0);
        assertThatThrownBy(() -> output.write(17, 0, 0)).isInstanceOf(ClassCastException.class);
        output.write("b", 0, 0);
        assertThat(transfer(output, input, 2)).containsExactly("a", "b");
    }

    @Test
    void whatIsNoRecordOfTheChannelsTypeFailsTheChannelByName() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), Long.class);
        output.write(Long.MAX_VALUE, 0, 0);
        output.flush(0, true);
        until(() -> {
            assertThat(input.poll()).isNull();
            return input.failure() != null;
        });
        assertThat(reason(input.failure())).isEqualTo(Reason.CORRUPT_RECORD);
        assertThat(input.failure()).hasMessageContaining("edge 3");
        assertThat(plane.server.counters().count(Reason.CORRUPT_RECORD)).isOne();
    }

    @Test
    void trC3_twoHundredChannelsWithASkewedProducerAllGetThrough() {
        int channels = 200;
        int records = 20_000;
        List<InputChannel> inputs = new ArrayList<>();
        List<RemoteOutputChannel> outputs = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            inputs.add(plane.register(id(0, i), Long.class, 2));
            outputs.add(plane.open(id(0, i), Long.class));
        }
        long[] expected = new long[channels];
        long[] sums = new long[channels];
        boolean[] ended = new boolean[channels];
        Random random = new Random(5);
        for (long r = 0; r < records; r++) {
            int channel = random.nextInt(10) < 9 ? 0 : random.nextInt(channels);
            outputs.get(channel).write(r, r, 0);
            expected[channel] += r;
            if (r % 500 == 0) {
                outputs.forEach(output -> output.flush(0, false));
            }
        }
        outputs.forEach(output -> output.write(new ControlElement.End()));
        until(() -> {
            boolean all = true;
            for (int i = 0; i < channels; i++) {
                outputs.get(i).flush(0, false);
                ended[i] |= add(inputs.get(i), sums, i);
                all &= ended[i];
            }
            return all;
        });
        assertThat(sums).isEqualTo(expected);
    }

    /** Adds the next batch's values to the channel's sum; true when the next element was the end. */
    private static boolean add(InputChannel input, long[] sums, int channel) {
        Object element = input.poll();
        if (element instanceof RecordBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                sums[channel] += (Long) batch.value(i);
            }
            input.recycle(batch);
        }
        return element instanceof ControlElement.End;
    }

    @Test
    void aProducerOfAnotherEpochIsRefusedByName() {
        plane.register(id(0, 0), String.class, CREDIT);
        OutputChannel output =
                plane.client.open(plane.address(), TestPlane.EPOCH - 1, id(0, 0), TestPlane.serializerOf(String.class));
        untilFails(output);
        assertThat(reason(output.failure())).isEqualTo(Reason.STALE_EPOCH);
        assertThat(output.failure()).hasMessageContaining("epoch 6");
        assertThat(output.hasRoom()).isFalse();
        assertThat(plane.server.counters().count(Reason.STALE_EPOCH)).isOne();
    }

    @Test
    void aProducerOfTheConsumersEpochIsRefusedOnceTheWorkerKnowsOfANewerOne() {
        plane.register(id(0, 0), String.class, CREDIT);
        plane.epoch.incrementAndGet();
        OutputChannel output = plane.open(id(0, 0), String.class);
        untilFails(output);
        assertThat(reason(output.failure())).isEqualTo(Reason.STALE_EPOCH);
    }

    @Test
    void aProducerOfAnotherAttemptIsRefusedByName() {
        plane.register(id(0, 0), String.class, CREDIT);
        OutputChannel output = plane.open(new ChannelId("job", 0, 3, 0, 0), String.class);
        untilFails(output);
        assertThat(reason(output.failure())).isEqualTo(Reason.STALE_ATTEMPT);
        assertThat(output.failure()).hasMessageContaining("runs attempt 1");
    }

    @Test
    void aChannelThatNobodyOpenedIsRefusedByNameAndOthersOfTheConnectionAreNot() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        OutputChannel unknown = plane.open(id(0, 9), String.class);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        untilFails(unknown);
        assertThat(reason(unknown.failure())).isEqualTo(Reason.UNKNOWN_CHANNEL);
        output.write("a", 0, 0);
        assertThat(transfer(output, input, 1)).containsExactly("a");
    }

    @Test
    void aSecondProducerOfAChannelIsRefusedByName() {
        plane.register(id(0, 0), String.class, CREDIT);
        plane.opened(id(0, 0), String.class);
        OutputChannel second = plane.open(id(0, 0), String.class);
        untilFails(second);
        assertThat(reason(second.failure())).isEqualTo(Reason.CHANNEL_TAKEN);
    }

    @Test
    void aChannelIsRegisteredOnce() {
        plane.register(id(0, 0), String.class, CREDIT);
        assertThatThrownBy(() -> plane.register(id(0, 0), String.class, CREDIT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("edge 3");
    }

    @Test
    void whatComesForAnAttemptThatWasEndedIsDroppedAndCounted() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        plane.server.unregister("job", 1);
        assertThat(reason(input.failure())).isEqualTo(Reason.CLOSED);
        output.write("late", 0, 0);
        output.flush(0, true);
        until(() -> plane.server.counters().count(Reason.FRAME_DROPPED) == 1);
        assertThat(input.poll()).isNull();
        input.close();
        OutputChannel again = plane.open(id(0, 0), String.class);
        untilFails(again);
        assertThat(reason(again.failure())).isEqualTo(Reason.UNKNOWN_CHANNEL);
    }

    @Test
    void endingAnAttemptHereFailsItsOutputsAndNoOthers() {
        plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        plane.client.close("job", 2);
        assertThat(output.failure()).isNull();
        plane.client.close("job", 1);
        assertThat(reason(output.failure())).isEqualTo(Reason.CLOSED);
        assertThat(output.hasRoom()).isFalse();
        output.write("dropped", 0, 0);
        output.flush(0, true);
        assertThat(output.isDrained()).isTrue();
    }

    @Test
    void theLossOfAConnectionFailsItsChannelsOnBothSides() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        output.write("a", 0, 0);
        output.flush(0, true);
        until(() -> !input.isEmpty());
        plane.client.close();
        untilFails(input);
        assertThat(reason(input.failure())).isEqualTo(Reason.CONNECTION_LOST);
        List<Object> seen = new ArrayList<>();
        take(input, seen);
        assertThat(seen).as("what came before can still be polled").containsExactly("a");
        untilFails(output);
        assertThat(reason(output.failure())).isEqualTo(Reason.CONNECTION_LOST);
    }

    /** Many rounds: it is a race of the closing thread with the event loop that closing must not depend on. */
    @Test
    void closingEndsTheConnectionsAtOnceAndDoesNotLeaveItToTheHeartbeat() {
        for (int round = 0; round < 40; round++) {
            try (TestPlane other = new TestPlane()) {
                InputChannel input = other.register(id(0, 0), String.class, CREDIT);
                other.opened(id(0, 0), String.class);
                other.client.close();
                untilFails(input);
                assertThat(reason(input.failure())).isEqualTo(Reason.CONNECTION_LOST);
            }
        }
    }

    @Test
    void theEndOfTheReceivingWorkerFailsTheOutputs() {
        plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        plane.server.close();
        untilFails(output);
        assertThat(reason(output.failure())).isEqualTo(Reason.CONNECTION_LOST);
    }

    @Test
    void aProducerThatIsDoneMayGoWithoutHarmToItsConsumer() {
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel output = plane.opened(id(0, 0), String.class);
        output.write("a", 0, 0);
        output.write(new ControlElement.End());
        output.flush(0, true);
        output.close();
        List<Object> seen = new ArrayList<>();
        until(() -> {
            take(input, seen);
            return seen.size() == 2;
        });
        plane.client.close();
        plane.server.close();
        assertThat(reason(input.failure())).isIn(null, Reason.CLOSED);
    }

    @Test
    void aPeerThatIsNotThereFailsTheChannelByName() {
        String address = plane.address();
        plane.server.close();
        OutputChannel output =
                plane.client.open(address, TestPlane.EPOCH, id(0, 0), TestPlane.serializerOf(String.class));
        untilFails(output);
        assertThat(reason(output.failure())).isEqualTo(Reason.CONNECT_FAILED);
        assertThat(output.failure()).hasMessageContaining(address);
        assertThat(plane.client.counters().count(Reason.CONNECT_FAILED)).isOne();
    }

    @Test
    void aNewConnectionIsMadeForChannelsThatAreOpenedAfterALoss() {
        RemoteOutputChannel first = plane.open(id(0, 0), String.class);
        untilFails(first);
        plane.client.close("job", 1);
        InputChannel input = plane.register(id(0, 0), String.class, CREDIT);
        RemoteOutputChannel second = plane.opened(id(0, 0), String.class);
        second.write("a", 0, 0);
        assertThat(transfer(second, input, 1)).containsExactly("a");
    }

    @Test
    void trC4_cancellingUnderLoadWithASendInFlightReleasesEveryBufferOnce() {
        Random random = new Random(11);
        for (int round = 0; round < 100; round++) {
            ChannelId id = new ChannelId("job", round, 0, 0, 0);
            InputChannel input = plane.register(id, byte[].class, CREDIT);
            RemoteOutputChannel output = plane.open(id, byte[].class);
            List<Object> seen = new ArrayList<>();
            int writes = random.nextInt(200);
            for (int i = 0; i < writes; i++) {
                output.write(new byte[random.nextInt(3000)], i, i);
                if (random.nextInt(4) == 0) {
                    output.flush(0, random.nextBoolean());
                    take(input, seen);
                }
            }
            switch (random.nextInt(3)) {
                case 0 -> plane.client.close("job", round);
                case 1 -> plane.server.unregister("job", round);
                default -> {}
            }
            output.write(new byte[100], 0, 0);
            output.flush(0, true);
            output.close();
            input.close();
            plane.server.unregister("job", round);
        }
        until(() -> plane.allocator.liveBuffers() == 0);
        assertThat(plane.allocator.releasedBuffers()).isGreaterThan(1000);
    }
}
