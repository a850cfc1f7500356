package io.tidemark.network.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.batch.RecordBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Any interleaving of both ends, against a list. */
final class LocalChannelProperties {
    enum Step {
        WRITE,
        WRITE_MANY,
        CONTROL,
        FLUSH,
        FORCE,
        POLL,
        RECYCLE
    }

    @Property(tries = 500)
    void whatIsPolledIsWhatWasWrittenInOrderAndNeverMoreBatchesAreOutThanThereIsCredit(
            @ForAll @Size(max = 200) List<Step> steps,
            @ForAll @IntRange(min = 1, max = 5) int credit,
            @ForAll @IntRange(min = 1, max = 4) int batchCapacity) {
        LocalChannel channel = LocalChannel.create(new ChannelId("job", 1, 0, 0, 0), credit, 10, null, batchCapacity);
        List<Object> written = new ArrayList<>();
        List<Object> seen = new ArrayList<>();
        ArrayDeque<RecordBatch> held = new ArrayDeque<>();
        long now = 0;
        for (Step step : steps) {
            now += 3;
            switch (step) {
                case WRITE -> write(channel.output(), written, 1);
                case WRITE_MANY -> write(channel.output(), written, 7);
                case CONTROL -> {
                    ControlElement element = new ControlElement.Watermark(written.size());
                    written.add(element);
                    channel.output().write(element);
                }
                case FLUSH -> channel.output().flush(now, false);
                case FORCE -> channel.output().flush(now, true);
                case POLL -> poll(channel.input(), seen, held);
                case RECYCLE -> {
                    if (!held.isEmpty()) {
                        channel.input().recycle(held.remove());
                    }
                }
            }
            assertThat(held.size()).isLessThanOrEqualTo(credit);
        }
        finish(channel, seen, held);
        assertThat(seen).isEqualTo(written);
    }

    private static void write(OutputChannel output, List<Object> written, int count) {
        for (int i = 0; i < count; i++) {
            Integer value = written.size();
            written.add(value);
            output.write(value, value, value);
        }
    }

    private static boolean poll(InputChannel input, List<Object> seen, ArrayDeque<RecordBatch> held) {
        Object element = input.poll();
        if (element instanceof RecordBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                assertThat(batch.timestamp(i)).isEqualTo(((Integer) batch.value(i)).longValue());
                assertThat(batch.keyHash(i)).isEqualTo(batch.value(i));
                seen.add(batch.value(i));
            }
            held.add(batch);
        } else if (element != null) {
            seen.add(element);
        }
        return element != null;
    }

    private static void finish(LocalChannel channel, List<Object> seen, ArrayDeque<RecordBatch> held) {
        boolean moved = true;
        while (moved) {
            while (!held.isEmpty()) {
                channel.input().recycle(held.remove());
            }
            moved = channel.output().flush(Long.MAX_VALUE, true);
            moved |= poll(channel.input(), seen, held);
        }
        assertThat(channel.output().isDrained()).isTrue();
    }
}
