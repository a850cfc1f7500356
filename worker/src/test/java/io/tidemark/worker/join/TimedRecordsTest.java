package io.tidemark.worker.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimedRecordsTest {
    private static List<Object> records(TimedRecords of) {
        List<Object> records = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            records.add(of.time(i) + "=" + of.record(i));
        }
        return records;
    }

    @Test
    void recordsAreInOrderOfTimeAndThenOfArrivalHoweverTheyCame() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            TimedRecords records = new TimedRecords();
            List<int[]> expected = new ArrayList<>();
            int count = random.nextInt(20);
            for (int i = 0; i < count; i++) {
                int time = random.nextInt(6);
                records.add(i, time);
                expected.add(new int[] {time, i});
            }
            expected.sort(Comparator.comparingInt(one -> one[0]));
            assertThat(records(records))
                    .isEqualTo(expected.stream()
                            .map(one -> (Object) (one[0] + "=" + one[1]))
                            .toList());
            int from = random.nextInt(8) - 1;
            assertThat(records.firstFrom(from)).isEqualTo((int)
                    expected.stream().filter(one -> one[0] < from).count());
        }
    }

    @Test
    void aCopyIsNotReachedByWhatIsAdded() {
        TimedRecords records = new TimedRecords();
        for (int i = 0; i < 5; i++) {
            records.add("r" + i, i);
        }
        TimedRecords copy = records.copy();
        records.add("early", -1);
        assertThat(records(copy)).containsExactly("0=r0", "1=r1", "2=r2", "3=r3", "4=r4");
    }

    @Test
    void recordsThatAnEarlierVersionOfTheirClassStoredAreRead() {
        TimedRecordsSerializer earlier = new TimedRecordsSerializer(Types.INT.createSerializer());
        TimedRecordsSerializer now = new TimedRecordsSerializer(Types.LONG.createSerializer());
        TimedRecords records = new TimedRecords();
        for (int i = 0; i < 3; i++) {
            records.add(10 * i, i);
        }
        BinaryWriter out = new BinaryWriter(64);
        earlier.serialize(records, out);

        SchemaComparison comparison = SchemaComparison.of(earlier.schema(), now);
        assertThat(comparison.verdict()).isNotEqualTo(SchemaComparison.Verdict.MISFIT);
        Object read = comparison.reader(now).read(new BinaryReader(out.toByteArray()));
        TimedRecords mine = TimedRecordsSerializer.read(read);
        assertThat(records(mine)).containsExactly("0=0", "1=10", "2=20");
        assertThat(mine.record(2)).isEqualTo(20L);

        BinaryWriter again = new BinaryWriter(64);
        now.serialize(read, again);
        assertThat(records((TimedRecords) now.deserialize(new BinaryReader(again.toByteArray()))))
                .containsExactly("0=0", "1=10", "2=20");
    }
}
