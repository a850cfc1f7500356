package io.tidemark.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.key.KeyGroups;
import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeySkewTest {
    /** What a step sees of records whose keys come in turn. */
    private static Optional<KeySkew> skewOf(long keys, int subtasks, int keyGroups) {
        TypeSerializer<Long> serializer = Types.LONG.createSerializer();
        long[] recordsIn = new long[subtasks];
        BitSet used = new BitSet();
        for (long record = 0; record < Math.max(keys, 1_000L * subtasks); record++) {
            int group = KeyGroups.keyGroup(serializer.hash(record % keys), keyGroups);
            used.set(group);
            recordsIn[KeyGroups.subtask(group, subtasks, keyGroups)]++;
        }
        return KeySkew.of(recordsIn, used.cardinality(), keyGroups);
    }

    @Test
    void trS7_fewKeysOnAsManySubtasksAreReportedWithTheirCauseAndMoreKeyGroupsAreSuggested() {
        KeySkew skew = skewOf(128, 128, 128).orElseThrow();

        assertThat(skew.cause())
                .contains("of 128 gets ")
                .contains(" get nothing")
                .contains("of 128 key groups, few for 128 subtasks")
                .contains("the hashes of keys collide");
        assertThat(skew.advice()).contains("pipeline.max-parallelism: 1024").contains("a parallelism of 10 spreads");
    }

    @Test
    void theSuggestedParallelismSpreadsTheSameKeys() {
        assertThat(skewOf(128, 10, 128)).isEmpty();
    }

    @Test
    void manyKeysAreSpreadEvenly() {
        assertThat(skewOf(1_000_000, 128, 1_024)).isEmpty();
        assertThat(skewOf(10_000, 4, 128)).isEmpty();
    }

    @Test
    void aHotKeyAmongManyIsToldApartFromFewKeys() {
        long[] recordsIn = {1_000, 1_000, 50_000, 1_000};

        KeySkew skew = KeySkew.of(recordsIn, 128, 128).orElseThrow();

        assertThat(skew.cause())
                .isEqualTo(
                        "subtask 3 of 4 gets 3.8 times its share: its keys fall into 128 key groups, which is enough,"
                                + " so a few keys have most of the records");
        assertThat(skew.advice()).contains("before the keyBy");
    }

    @Test
    void withAsManyKeyGroupsAsThereCanBeOnlyLessParallelismHelps() {
        KeySkew skew = KeySkew.of(new long[] {9_000, 0}, 2, 32_768).orElseThrow();

        assertThat(skew.cause()).contains(" and 1 gets nothing");
        assertThat(skew.advice()).isEqualTo("A parallelism of 1 spreads so few keys evenly.");
    }

    @Test
    void tooFewRecordsToTellAreNoSkew() {
        assertThat(KeySkew.of(new long[] {50, 0, 0, 0}, 1, 128)).isEmpty();
        assertThat(KeySkew.of(new long[] {50_000}, 1, 128)).isEmpty();
        assertThat(KeySkew.of(new long[] {}, 0, 128)).isEmpty();
    }
}
