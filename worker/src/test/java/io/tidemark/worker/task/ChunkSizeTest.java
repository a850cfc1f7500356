package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.batch.RecordBatch;
import org.junit.jupiter.api.Test;

class ChunkSizeTest {
    private static final long MS = 1_000_000;

    private final ChunkSize chunk = new ChunkSize();

    private void grow() {
        while (chunk.size() < RecordBatch.CAPACITY) {
            chunk.note(chunk.size(), 0);
        }
    }

    @Test
    void itBeginsWithOneRecordAndDoublesWhileRecordsAreFast() {
        assertThat(chunk.size()).isEqualTo(1);
        chunk.note(1, 100);
        assertThat(chunk.size()).isEqualTo(2);
        chunk.note(2, 200);
        assertThat(chunk.size()).isEqualTo(4);
        grow();
        chunk.note(RecordBatch.CAPACITY, 100);
        assertThat(chunk.size()).isEqualTo(RecordBatch.CAPACITY);
    }

    @Test
    void recordsThatTakeLongAreTakenFewerAtATime() {
        grow();
        chunk.note(64, 6_400 * MS);
        assertThat(chunk.size()).isEqualTo(1);
    }

    @Test
    void aSlowRecordOfASmallBatchSaysHowManyOfALargeOneAreInTime() {
        grow();
        chunk.note(1, MS / 2);
        assertThat(chunk.size()).isEqualTo(8);
    }

    @Test
    void aTrickleOfFastRecordsSaysNothingOfABurst() {
        for (int i = 0; i < 100; i++) {
            chunk.note(1, 100);
        }
        assertThat(chunk.size()).isEqualTo(2);
    }
}
