package io.tidemark.network.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.batch.RecordBatch;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class LocalChannelThreadsTest {
    private static final int RECORDS = 2_000_000;

    @Test
    @Timeout(60)
    void betweenTwoThreadsEveryRecordComesOnceAndInOrder() {
        LocalChannel channel = LocalChannel.create(new ChannelId("job", 1, 0, 0, 0), 8, 1_000_000);
        CompletableFuture<Long> consumer = CompletableFuture.supplyAsync(() -> consume(channel.input()));

        OutputChannel output = channel.output();
        long checksum = 0;
        for (int i = 0; i < RECORDS; i++) {
            while (!output.hasRoom()) {
                output.flush(i, false);
                Thread.onSpinWait();
            }
            Integer value = i;
            output.write(value, i * 3L, i * 31);
            checksum = checksum * 31 + value + i * 3L + i * 31;
            if (i % 1000 == 0) {
                output.write(new ControlElement.Watermark(i));
                output.flush(i, false);
            }
        }
        output.write(new ControlElement.End());
        while (!output.isDrained()) {
            output.flush(RECORDS, true);
        }
        assertThat(consumer.join()).isEqualTo(checksum);
    }

    /** The checksum of all records; throws when one is out of order or a watermark is out of place. */
    private static long consume(InputChannel input) {
        long checksum = 0;
        int next = 0;
        while (true) {
            Object element = input.poll();
            if (element == null) {
                Thread.onSpinWait();
            } else if (element instanceof RecordBatch batch) {
                for (int i = 0; i < batch.size(); i++) {
                    int value = (Integer) batch.value(i);
                    if (value != next) {
                        throw new IllegalStateException("got " + value + ", expected " + next);
                    }
                    next++;
                    checksum = checksum * 31 + value + batch.timestamp(i) + batch.keyHash(i);
                }
                input.recycle(batch);
            } else if (element instanceof ControlElement.Watermark watermark) {
                if (watermark.timestamp() != next - 1) {
                    throw new IllegalStateException("watermark " + watermark + " after record " + (next - 1));
                }
            } else {
                return checksum;
            }
        }
    }
}
