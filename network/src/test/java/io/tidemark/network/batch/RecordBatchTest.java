package io.tidemark.network.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

final class RecordBatchTest {
    @Test
    void keepsRecordsInTheOrderInWhichTheyWereAdded() {
        RecordBatch batch = new RecordBatch(2);
        batch.add("a", 5, 17);
        batch.add("b", Long.MIN_VALUE, 0);

        assertThat(batch.size()).isEqualTo(2);
        assertThat(batch.isFull()).isTrue();
        assertThat(batch.value(0)).isEqualTo("a");
        assertThat(batch.timestamp(0)).isEqualTo(5);
        assertThat(batch.keyHash(0)).isEqualTo(17);
        assertThat(batch.value(1)).isEqualTo("b");
        assertThat(batch.timestamp(1)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void takesNoMoreThanItsCapacity() {
        RecordBatch batch = new RecordBatch(1);
        batch.add("a", 1, 1);

        assertThatThrownBy(() -> batch.add("b", 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(batch.size()).isEqualTo(1);
    }

    @Test
    void showsNothingBeyondItsSizeAfterBeingClearedAndFilledAgain() {
        RecordBatch batch = new RecordBatch(4);
        batch.add("a", 1, 1);
        batch.add("b", 2, 2);
        batch.clear();
        batch.add("c", 3, 3);

        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.value(0)).isEqualTo("c");
        assertThatThrownBy(() -> batch.value(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void hasKeysAtHandOnlyWhileAllItsRecordsCameWithThem() {
        RecordBatch batch = new RecordBatch(4);
        batch.add("a", 1, 1);
        assertThat(batch.hasKeyBits()).isFalse();
        batch.add("b", 2, 2, 20);
        assertThat(batch.hasKeyBits()).isFalse();
        batch.clear();

        batch.add("c", 3, 3, 30);
        batch.add("d", 4, 4, Long.MIN_VALUE);
        assertThat(batch.hasKeyBits()).isTrue();
        assertThat(batch.keyBits(0)).isEqualTo(30);
        assertThat(batch.keyBits(1)).isEqualTo(Long.MIN_VALUE);
        assertThat(batch.keyHash(1)).isEqualTo(4);
        assertThatThrownBy(() -> batch.keyBits(2)).isInstanceOf(IndexOutOfBoundsException.class);

        batch.add("e", 5, 5);
        assertThat(batch.hasKeyBits()).isFalse();
        batch.clear();
        batch.add("f", 6, 6);
        assertThat(batch.hasKeyBits()).isFalse();
    }

    @Test
    void takesNoMoreThanItsCapacityOfRecordsWithTheirKeys() {
        RecordBatch batch = new RecordBatch(1);
        batch.add("a", 1, 1, 10);

        assertThatThrownBy(() -> batch.add("b", 2, 2, 20)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(batch.hasKeyBits()).isTrue();
        assertThat(batch.size()).isEqualTo(1);
    }

    @Test
    void keepsNoValueAliveOnceCleared() {
        RecordBatch batch = new RecordBatch(4);
        WeakReference<Object> value = new WeakReference<>(new Object());
        batch.add(value.get(), 1, 1);
        batch.clear();

        for (int i = 0; i < 50 && value.get() != null; i++) {
            System.gc();
        }
        assertThat(value.get()).isNull();
        assertThat(batch.isEmpty()).isTrue();
    }
}
