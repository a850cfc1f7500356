package io.tidemark.api.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.operator.SplitAssignment;
import io.tidemark.api.operator.SplitAssignmentSerializer;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BuiltInSourcesTest {

    /** Collects, and has room for so many records at a time. */
    private static final class Output<T> implements ReaderOutput<T> {
        private final List<T> records = new ArrayList<>();
        private final List<String> finished = new ArrayList<>();
        private int room;

        @Override
        public SplitOutput<T> split(String splitId) {
            assertThat(finished).doesNotContain(splitId);
            return (value, timestamp) -> {
                assertThat(timestamp).isEqualTo(Long.MIN_VALUE);
                records.add(value);
                room--;
            };
        }

        @Override
        public void splitFinished(String splitId) {
            finished.add(splitId);
        }

        @Override
        public boolean hasRoom() {
            return room > 0;
        }
    }

    /** Reads all, with a snapshot through bytes and a new reader after every poll. */
    private static <T, S extends SourceSplit> Output<T> readAll(Source<T, S> source, List<S> splits, int roomEachPoll)
            throws Exception {
        Output<T> output = new Output<>();
        List<S> left = splits;
        ReadStatus status = ReadStatus.MORE;
        while (status != ReadStatus.DONE) {
            SourceReader<T, S> reader = source.createReader(null);
            reader.addSplits(left.stream()
                    .map(split -> throughBytes(source.splitSerializer(), split))
                    .toList());
            output.room = roomEachPoll;
            status = reader.poll(output);
            left = reader.snapshot();
            reader.close();
        }
        assertThat(left).isEmpty();
        return output;
    }

    private static <S extends SourceSplit> S throughBytes(TypeSerializer<S> splits, S split) {
        SplitAssignmentSerializer<S> serializer = new SplitAssignmentSerializer<>(splits);
        BinaryWriter out = new BinaryWriter(16);
        serializer.serialize(new SplitAssignment<>(3, split), out);
        SplitAssignment<S> read = serializer.deserialize(new BinaryReader(out.toByteArray()));
        assertThat(read.targetSubtask()).isEqualTo(3);
        return read.split();
    }

    @Property(tries = 100)
    void elementsAreReadOnceAndInOrderHoweverOftenTheReaderIsRestored(
            @ForAll @IntRange(max = 1500) int count, @ForAll @IntRange(min = 1, max = 700) int room) throws Exception {
        List<String> elements = IntStream.range(0, count).mapToObj(i -> "e" + i).toList();
        ElementsSource<String> source = new ElementsSource<>(elements, Types.STRING.createSerializer());

        Output<String> output = readAll(source, source.enumerateSplits(4), room);
        assertThat(output.records).isEqualTo(elements);
        assertThat(output.finished).containsExactly("elements");
    }

    @Property(tries = 200)
    void theRangesOfASequenceAreTheWholeSequenceAndNothingTwice(
            @ForAll long from, @ForAll @IntRange(max = 2000) int more, @ForAll @IntRange(min = 1, max = 20) int readers)
            throws Exception {
        long first = Math.min(from, Long.MAX_VALUE - more);
        SequenceSource source = new SequenceSource(first, first + more);
        List<SequenceSource.Range> ranges = source.enumerateSplits(readers);

        assertThat(ranges).hasSize(Math.min(readers, more + 1));
        assertThat(readAll(source, ranges, 700).records)
                .isEqualTo(
                        LongStream.rangeClosed(0, more).mapToObj(i -> first + i).toList());
    }

    @Property
    void theRangesOfAHugeSequenceFollowEachOther(
            @ForAll @LongRange(min = Long.MIN_VALUE, max = Long.MIN_VALUE + 100) long from,
            @ForAll @IntRange(min = 1, max = 50) int readers) {
        List<SequenceSource.Range> ranges = new SequenceSource(from, Long.MAX_VALUE).enumerateSplits(readers);

        assertThat(ranges.get(0).from()).isEqualTo(from);
        assertThat(ranges.get(readers - 1).to()).isEqualTo(Long.MAX_VALUE);
        for (int i = 1; i < readers; i++) {
            assertThat(ranges.get(i).from()).isEqualTo(ranges.get(i - 1).to() + 1);
        }
    }

    @Test
    void aReaderWithoutSplitsIsDone() throws Exception {
        assertThat(new SequenceSource(0, 1).createReader(null).poll(new Output<>()))
                .isEqualTo(ReadStatus.DONE);
        assertThat(new ElementsSource<>(List.of("a"), Types.STRING.createSerializer())
                        .createReader(null)
                        .poll(new Output<>()))
                .isEqualTo(ReadStatus.DONE);
    }

    @Test
    void aNullElementIsNamedByItsIndex() {
        assertThatThrownBy(() -> new ElementsSource<>(Arrays.asList("a", null), Types.STRING.createSerializer()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("element 1 is null");
    }

    @Test
    void aSequenceThatEndsBeforeItStartsIsRefused() {
        assertThatThrownBy(() -> new SequenceSource(5, 4)).hasMessage("a sequence from 5 cannot end at 4");
    }
}
