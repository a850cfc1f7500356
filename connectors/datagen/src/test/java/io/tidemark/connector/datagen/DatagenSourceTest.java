package io.tidemark.connector.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DatagenSourceTest {
    private long nowNs;

    /** Keeps what it is given, and has room for so many records. */
    private static final class Output implements ReaderOutput<Long> {
        private final List<Long> records = new ArrayList<>();
        private final List<Long> timestamps = new ArrayList<>();
        private final List<String> finished = new ArrayList<>();
        private int room = Integer.MAX_VALUE;

        @Override
        public SplitOutput<Long> split(String splitId) {
            return new SplitOutput<>() {
                @Override
                public void collect(Long record) {
                    collectWithTimestamp(record, Long.MIN_VALUE);
                }

                @Override
                public void collectWithTimestamp(Long record, long timestamp) {
                    records.add(record);
                    timestamps.add(timestamp);
                    room--;
                }

                @Override
                public void emitWatermark(Watermark watermark) {
                    throw new AssertionError("no watermark is expected, but " + watermark);
                }

                @Override
                public void markIdle() {
                    throw new AssertionError("no idleness is expected");
                }

                @Override
                public void markActive() {
                    throw new AssertionError("no activity is expected");
                }
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

    private DatagenReader<Long> reader(List<DatagenSplit> splits) {
        DatagenReader<Long> reader = new DatagenReader<>(n -> n, null, DatagenSplit::ratePerSecond, () -> nowNs);
        reader.addSplits(splits);
        return reader;
    }

    private static List<DatagenSplit> throughBytes(List<DatagenSplit> splits, TypeSerializer<DatagenSplit> serializer) {
        return splits.stream()
                .map(split -> {
                    BinaryWriter out = new BinaryWriter(64);
                    serializer.serialize(split, out);
                    return serializer.deserialize(new BinaryReader(out.toByteArray()));
                })
                .toList();
    }

    @Property(tries = 200)
    void everyNumberIsMadeOnceWhereverReadersStopAndGoOn(
            @ForAll @IntRange(max = 50) int count,
            @ForAll @IntRange(min = 1, max = 5) int readers,
            @ForAll boolean isContiguous,
            @ForAll long seed)
            throws Exception {
        DatagenSource<Long> source = DatagenSource.of(count, n -> n);
        source = isContiguous ? source.withContiguousSplits() : source;
        Random random = new Random(seed);
        List<Long> all = new ArrayList<>();
        List<String> finished = new ArrayList<>();
        List<DatagenSplit> splits = source.enumerateSplits(readers);
        assertThat(splits).hasSize(Math.min(readers, count));
        for (DatagenSplit split : splits) {
            List<Long> own = new ArrayList<>();
            DatagenReader<Long> reader = reader(List.of(split));
            ReadStatus status;
            do {
                Output output = new Output();
                output.room = random.nextInt(4);
                status = reader.poll(output);
                own.addAll(output.records);
                finished.addAll(output.finished);
                if (random.nextInt(3) == 0) {
                    reader = reader(throughBytes(reader.snapshot(), source.splitSerializer()));
                }
            } while (status != ReadStatus.DONE);
            assertThat(own).isSorted();
            all.addAll(own);
        }
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, count).boxed().toList());
        assertThat(finished).doesNotHaveDuplicates().hasSameSizeAs(splits);
    }

    @Test
    void splitsOfOneReaderAdvanceSideBySide() throws Exception {
        DatagenReader<Long> reader = reader(DatagenSource.of(10_000, n -> n).enumerateSplits(2));
        Output output = new Output();
        for (int i = 0; i < 6; i++) {
            reader.poll(output);
        }
        assertThat(output.records).hasSize(6 * 256);
        assertThat(output.records.stream().mapToLong(n -> n).max().orElseThrow())
                .isLessThan(6 * 256 + 1);
    }

    @Test
    void theRateHoldsForAllReadersTogetherAndAPauseIsNotMadeUpFor() throws Exception {
        List<DatagenSplit> splits =
                DatagenSource.unbounded(n -> n).withRatePerSecond(2000).enumerateSplits(2);
        DatagenReader<Long> reader = reader(splits.subList(0, 1));
        Output output = new Output();
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.NOTHING_NOW);
        nowNs += 10_000_000;
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.MORE);
        assertThat(output.records).hasSize(10);
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.NOTHING_NOW);
        nowNs += 3_600_000_000_000L;
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.MORE);
        assertThat(output.records).hasSize(110);
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.NOTHING_NOW);
    }

    @Test
    void theRateOfTheSourceThatReadsHoldsForNumbersOfOneWithAnother() {
        DatagenSource<Long> before = DatagenSource.of(1_000, n -> n).withRatePerSecond(100);
        DatagenSource<Long> now = DatagenSource.of(1_000, n -> n).withRatePerSecond(9_000);

        for (int parallelism : new int[] {1, 3}) {
            for (DatagenSource<Long> source : List.of(before, before.withContiguousSplits())) {
                assertThat(source.enumerateSplits(parallelism))
                        .hasSize(parallelism)
                        .allSatisfy(split -> assertThat(now.rateOf(split.at(split.first() + split.step())))
                                .isEqualTo(9_000.0 / parallelism));
            }
        }
        assertThat(DatagenSource.unbounded(n -> n).enumerateSplits(2))
                .allSatisfy(split -> assertThat(DatagenSource.unbounded(n -> n)
                                .withRatePerSecond(10)
                                .rateOf(split))
                        .isEqualTo(5));
        assertThat(before.enumerateSplits(2))
                .allSatisfy(split -> assertThat(DatagenSource.of(1_000, n -> n).rateOf(split))
                        .isInfinite());
    }

    @Test
    void aRateBelowOneASecondStillComesToARecord() throws Exception {
        DatagenReader<Long> reader =
                reader(DatagenSource.unbounded(n -> n).withRatePerSecond(0.5).enumerateSplits(1));
        Output output = new Output();
        for (int second = 0; second < 10; second++) {
            nowNs += 1_000_000_000;
            reader.poll(output);
        }
        assertThat(output.records).hasSize(5);
    }

    @Test
    void aLambdaGetsNumbersUnboxedAndAnyOtherFunctionGetsTheSameOnesBoxed() throws Exception {
        IndexFunction<Long> unboxed = n -> n * 2;
        GeneratorFunction<Long, Long> boxed = n -> n * 2;
        for (GeneratorFunction<Long, Long> generator : List.of(unboxed, boxed)) {
            DatagenReader<Long> reader = new DatagenReader<>(generator, null, DatagenSplit::ratePerSecond, () -> nowNs);
            reader.addSplits(DatagenSource.of(3, generator).enumerateSplits(1));
            Output output = new Output();
            assertThat(reader.poll(output)).isEqualTo(ReadStatus.DONE);
            assertThat(output.records).containsExactly(0L, 2L, 4L);
        }
        assertThat(unboxed.map(21L)).isEqualTo(42);
    }

    @Test
    void theTypeOfALambdasRecordsIsKnown() {
        assertThat(DatagenSource.of(3, n -> "number " + n).recordType()).isEqualTo(TypeInformation.of(String.class));
        assertThat(DatagenSource.unbounded(n -> n).recordType()).isEqualTo(TypeInformation.of(Long.class));
    }

    @Test
    void recordsCarryTheirTimestamps() throws Exception {
        DatagenReader<Long> reader =
                new DatagenReader<>(n -> n, n -> n * 100, DatagenSplit::ratePerSecond, () -> nowNs);
        reader.addSplits(DatagenSource.of(3, n -> n).enumerateSplits(1));
        Output output = new Output();
        assertThat(reader.poll(output)).isEqualTo(ReadStatus.DONE);
        assertThat(output.timestamps).containsExactly(0L, 100L, 200L);
    }

    @Test
    void aSourceSaysWhetherItEndsAndWhatItsRecordsAre() {
        assertThat(DatagenSource.of(1, n -> n).boundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(DatagenSource.unbounded(n -> n).boundedness()).isEqualTo(Boundedness.UNBOUNDED);
        assertThat(DatagenSource.of(1, n -> "x" + n).recordType()).isEqualTo(TypeInformation.of(String.class));
        assertThat(DatagenSource.of(10, n -> n).enumerateSplits(2))
                .extracting(DatagenSplit::splitId)
                .containsExactly("0 + n * 2 below 10", "1 + n * 2 below 10");
        assertThat(DatagenSource.of(10, n -> n).withContiguousSplits().enumerateSplits(2))
                .extracting(DatagenSplit::splitId)
                .containsExactly("from 0 below 5", "from 5 below 10");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> DatagenSource.of(-1, n -> n)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DatagenSource.of(1, n -> n).withRatePerSecond(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DatagenSource.unbounded(n -> n).withContiguousSplits())
                .isInstanceOf(IllegalArgumentException.class);
        DatagenReader<Long> reader = new DatagenReader<>(n -> null, null, DatagenSplit::ratePerSecond, () -> nowNs);
        reader.addSplits(DatagenSource.of(3, n -> n).enumerateSplits(1));
        assertThatThrownBy(() -> reader.poll(new Output())).hasMessage("the generator function returned null for 0");
    }
}
