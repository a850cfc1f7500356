package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.ElementFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InFlightLogTest {
    @SuppressWarnings("unchecked")
    private static final TypeSerializer<Object> LONGS =
            (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();

    private static byte[] records(int count) {
        BinaryWriter out = new BinaryWriter(64);
        for (long value = 0; value < count; value++) {
            ElementFormat.writeRecordHeader(out, value, Math.max(0, value - 1), 0);
            LONGS.serialize(value, out);
        }
        return out.toByteArray();
    }

    @Test
    void whatIsWrittenComesBackInOrderAPartAtATime() {
        byte[] encoded =
                InFlightLog.encode(List.of(records(RecordBatch.CAPACITY), new ControlElement.Watermark(9), records(2)));
        InFlightLog log = InFlightLog.of(LONGS, encoded);
        List<Object> seen = new ArrayList<>();
        for (Object element = log.poll(); element != null; element = log.poll()) {
            if (element instanceof RecordBatch batch) {
                seen.add(batch.size() + " to " + batch.value(batch.size() - 1) + "@"
                        + batch.timestamp(batch.size() - 1));
                log.recycle();
            } else {
                seen.add(element);
            }
        }
        assertThat(seen).containsExactly("256 to 255@255", new ControlElement.Watermark(9), "2 to 1@1");
    }

    @Test
    void aPartWithMoreRecordsThanABatchTakesIsRefusedAndNotCut() {
        InFlightLog log = InFlightLog.of(LONGS, InFlightLog.encode(List.of(records(RecordBatch.CAPACITY + 1))));

        assertThatThrownBy(log::poll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("more than the 256 records");
    }
}
