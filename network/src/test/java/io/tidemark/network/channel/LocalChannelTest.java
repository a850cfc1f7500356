package io.tidemark.network.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalChannelTest {
    private static final ChannelId ID = new ChannelId("job", 1, 3, 0, 1);
    private static final long INTERVAL_NS = 1000;

    private final LocalChannel channel = LocalChannel.create(ID, 2, INTERVAL_NS, null, 2);
    private final OutputChannel output = channel.output();
    private final InputChannel input = channel.input();

    private void write(Object... values) {
        for (Object value : values) {
            output.write(value, 1, 1);
        }
    }

    /** All that can be polled now, records as their values; batches are recycled. */
    private List<Object> drain() {
        List<Object> seen = new ArrayList<>();
        Object element;
        while ((element = input.poll()) != null) {
            if (element instanceof RecordBatch batch) {
                for (int i = 0; i < batch.size(); i++) {
                    seen.add(batch.value(i));
                }
                input.recycle(batch);
            } else {
                seen.add(element);
            }
        }
        return seen;
    }

    @Test
    void handsAFullBatchOverWithoutAFlush() {
        write("a");
        assertThat(input.poll()).isNull();
        write("b");
        assertThat(drain()).containsExactly("a", "b");
    }

    @Test
    void handsNumbersThatAreKeysOverWithTheirRecords() {
        output.write("a", 1, 5, 50);
        output.write("b", 2, 6, 60);

        RecordBatch batch = (RecordBatch) input.poll();
        assertThat(batch.hasKeyBits()).isTrue();
        assertThat(batch.keyBits(0)).isEqualTo(50);
        assertThat(batch.keyBits(1)).isEqualTo(60);
        assertThat(batch.keyHash(1)).isEqualTo(6);
        assertThat(batch.value(1)).isEqualTo("b");
    }

    @Test
    void handsAPartialBatchOverAtOnceWhenTheConsumerHasStarved() {
        write("a");
        assertThat(output.flush(0, false)).isTrue();
        assertThat(drain()).containsExactly("a");
    }

    @Test
    void keepsAPartialBatchWhileTheConsumerHasOthersUntilTheFlushInterval() {
        write("a", "b", "c");
        assertThat(output.flush(50, false)).isFalse();
        assertThat(output.flush(50 + INTERVAL_NS - 1, false)).isFalse();
        assertThat(output.flush(50 + INTERVAL_NS, false)).isTrue();
        assertThat(drain()).containsExactly("a", "b", "c");
    }

    @Test
    void reckonsTheAgeOfEachPartialBatchAnew() {
        write("a", "b", "c");
        output.flush(0, false);
        write("d", "e");
        assertThat(output.flush(INTERVAL_NS, false)).as("e is new").isFalse();
    }

    @Test
    void handsAPartialBatchOverWhenForced() {
        write("a", "b", "c");
        assertThat(output.flush(0, true)).isTrue();
        assertThat(drain()).containsExactly("a", "b", "c");
    }

    @Test
    void aFlushWithNothingToMoveSaysSo() {
        assertThat(output.flush(0, true)).isFalse();
        assertThat(output.isDrained()).isTrue();
    }

    @Test
    void hasNoRoomWhenItsCreditIsUsedUpAndAgainWhenABatchComesBack() {
        write("a", "b");
        assertThat(output.hasRoom()).isTrue();
        write("c", "d");
        assertThat(output.hasRoom()).isFalse();

        RecordBatch batch = (RecordBatch) input.poll();
        assertThat(output.hasRoom()).as("still in the consumer's hands").isFalse();
        input.recycle(batch);
        assertThat(output.hasRoom()).isTrue();
    }

    @Test
    void isLessThanHalfFullUntilHalfOfItsCreditIsUsedAndAgainWhenABatchComesBack() {
        assertThat(output.isLessThanHalfFull()).isTrue();
        write("a", "b");
        assertThat(output.isLessThanHalfFull()).isFalse();
        assertThat(output.hasRoom()).isTrue();

        input.recycle((RecordBatch) input.poll());
        assertThat(output.isLessThanHalfFull()).isTrue();
    }

    @Test
    void aChannelForOneBatchIsLessThanHalfFullWhenItIsEmpty() {
        OutputChannel narrow = LocalChannel.create(ID, 1, INTERVAL_NS, null, 1).output();
        assertThat(narrow.isLessThanHalfFull()).isTrue();
        narrow.write("a", 1, 1);
        assertThat(narrow.isLessThanHalfFull()).isFalse();
    }

    @Test
    void whatExceedsTheCreditWaitsAndGoesFirst() {
        write("a", "b", "c", "d", "e", "f", "g");
        assertThat(output.isDrained()).isFalse();
        assertThat(output.hasRoom()).isFalse();
        assertThat(drain()).containsExactly("a", "b", "c", "d");

        assertThat(output.flush(0, false)).isTrue();
        write("h", "i");
        output.flush(0, true);
        assertThat(drain()).containsExactly("e", "f", "g", "h");
        output.flush(0, true);
        assertThat(drain()).containsExactly("i");
        assertThat(output.isDrained()).isTrue();
    }

    @Test
    void controlElementsKeepTheirPlaceBetweenRecords() {
        ControlElement watermark = new ControlElement.Watermark(5);
        write("a");
        output.write(watermark);
        write("b");
        output.flush(0, true);
        assertThat(drain()).containsExactly("a", watermark, "b");
    }

    @Test
    void aControlElementNeedsNoCredit() {
        ControlElement barrier = new ControlElement.Barrier(1, 0);
        write("a", "b", "c", "d");
        assertThat(output.hasRoom()).isFalse();
        output.write(barrier);
        assertThat(output.isDrained()).isTrue();
        assertThat(drain()).containsExactly("a", "b", "c", "d", barrier);
    }

    @Test
    void aControlElementBehindWaitingRecordsWaitsWithThem() {
        ControlElement barrier = new ControlElement.Barrier(1, 0);
        write("a", "b", "c", "d", "e");
        output.write(barrier);
        assertThat(drain()).containsExactly("a", "b", "c", "d");
        output.flush(0, false);
        assertThat(drain()).containsExactly("e", barrier);
    }

    @Test
    void anyNumberOfControlElementsGoesThroughWithoutBeingPolledMeanwhile() {
        List<Object> written = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ControlElement watermark = new ControlElement.Watermark(i);
            written.add(watermark);
            output.write(watermark);
        }
        List<Object> seen = new ArrayList<>(drain());
        while (output.flush(0, false)) {
            seen.addAll(drain());
        }
        assertThat(seen).isEqualTo(written);
    }

    @Test
    void peekShowsWhatPollWillTake() {
        assertThat(input.peek()).isNull();
        assertThat(input.isEmpty()).isTrue();
        ControlElement idle = new ControlElement.Idle();
        output.write(idle);
        assertThat(input.isEmpty()).isFalse();
        assertThat(input.peek()).isSameAs(idle);
        assertThat(input.poll()).isSameAs(idle);
    }

    @Test
    void batchesAreUsedAgain() {
        write("a", "b");
        RecordBatch first = (RecordBatch) input.poll();
        input.recycle(first);
        write("c", "d");
        input.recycle((RecordBatch) input.poll());
        write("e", "f", "g", "h");
        assertThat(List.of(input.poll(), input.poll()))
                .anySatisfy(batch -> assertThat(batch).isSameAs(first));
    }

    @Test
    void recyclingMoreThanWasGivenIsABug() {
        for (int i = 0; i < 4; i++) {
            input.recycle(new RecordBatch(1));
        }
        assertThatThrownBy(() -> input.recycle(new RecordBatch(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void handsValuesOverByReference() {
        int[] value = {1};
        write(value);
        output.flush(0, true);
        value[0] = 2;
        assertThat(drain()).containsExactly(value);
    }

    @Test
    @SuppressWarnings("unchecked")
    void handsCopiesOverWhenTheJobAsksForThem() {
        TypeSerializer<Object> ints = (TypeSerializer<Object>)
                (TypeSerializer<?>) TypeInformation.of(int[].class).createSerializer();
        LocalChannel copying = LocalChannel.create(ID, 2, INTERVAL_NS, ints, 1);
        int[] value = {1};
        copying.output().write(value, 0, 0);
        value[0] = 2;
        RecordBatch batch = (RecordBatch) copying.input().poll();
        assertThat((int[]) batch.value(0)).containsExactly(1);
    }

    @Test
    void describesItselfForPeople() {
        write("a", "b");
        assertThat(output.describe()).contains("edge 3", "subtask 0 to 1", "attempt 1", "local", "credit 1 of 2");
    }

    @Test
    void aClosedOutputHandsNothingOver() {
        write("a", "b", "c", "d", "e", "f", "g");
        output.close();
        assertThat(output.isDrained()).isTrue();
        assertThat(drain()).isEqualTo(Arrays.asList("a", "b", "c", "d"));
    }
}
