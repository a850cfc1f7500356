package io.tidemark.worker.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchKeysTest {
    @SuppressWarnings("unchecked")
    private final KeySpec<Object, Object> lastDigit =
            new KeySpec<>(value -> (Integer) value < 0 ? null : (Integer) value % 10, (TypeSerializer<Object>)
                    (TypeSerializer<?>) Types.INT.createSerializer());

    private static RecordBatch batch(int records) {
        RecordBatch batch = new RecordBatch(records);
        for (int i = 0; i < records; i++) {
            batch.add(i, 0, 0);
        }
        return batch;
    }

    @Test
    void every_record_gets_the_key_of_its_own_however_many_there_are() {
        for (int records : new int[] {1, BatchKeys.RUN - 1, BatchKeys.RUN, BatchKeys.RUN + 1, 100}) {
            RecordBatch batch = batch(records + 3);
            BatchKeys keys = new BatchKeys(lastDigit);
            List<Object> found = new ArrayList<>();
            for (int first = 3; first < batch.size(); ) {
                int end = keys.read(batch, first, batch.size());
                assertThat(end).isBetween(first + 1, Math.min(first + BatchKeys.RUN, batch.size()));
                for (int i = first; i < end; i++) {
                    found.add(keys.get(i - first));
                }
                first = end;
            }
            assertThat(found).hasSize(records);
            for (int i = 0; i < records; i++) {
                assertThat(found.get(i)).isEqualTo((i + 3) % 10);
            }
        }
    }

    @Test
    void a_record_without_a_key_is_a_failure_of_the_selector() {
        RecordBatch batch = new RecordBatch(2);
        batch.add(1, 0, 0);
        batch.add(-1, 0, 0);
        assertThatThrownBy(() -> new BatchKeys(lastDigit).read(batch, 0, 2))
                .isInstanceOf(OperatorFailure.class)
                .hasMessageContaining("key selector");
    }
}
