package io.tidemark.worker.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.LocalChannel;
import java.util.List;
import org.junit.jupiter.api.Test;

class HashEdgeTest {
    private final LocalChannel channel = LocalChannel.create(new ChannelId("job", 1, 3, 0, 1), 2, 1000);

    @SuppressWarnings("unchecked")
    private OutputEdge edge(KeySelector<Object, Object> selector, TypeSerializer<?> serializer) {
        OutputEdge edge = OutputEdge.create(
                1, Partitioning.HASH, new KeySpec<>(selector, (TypeSerializer<Object>) serializer), 0, 128);
        edge.open(List.of(channel.output()));
        return edge;
    }

    private RecordBatch sent(OutputEdge edge, Object... values) {
        for (Object value : values) {
            edge.receiver().receive(value, 1);
        }
        channel.output().flush(0, true);
        return (RecordBatch) channel.input().poll();
    }

    @Test
    void whole_numbers_travel_with_the_records_they_are_keys_of() {
        RecordBatch longs = sent(edge(value -> value, Types.LONG.createSerializer()), 7L, -1L, Long.MIN_VALUE);
        assertThat(longs.hasKeyBits()).isTrue();
        assertThat(longs.keyBits(0)).isEqualTo(7);
        assertThat(longs.keyBits(1)).isEqualTo(-1);
        assertThat(longs.keyBits(2)).isEqualTo(Long.MIN_VALUE);
        assertThat(longs.keyHash(1)).isEqualTo(Types.LONG.createSerializer().hash(-1L));

        RecordBatch ints = sent(edge(value -> value, Types.INT.createSerializer()), -1, Integer.MIN_VALUE);
        assertThat(ints.hasKeyBits()).isTrue();
        assertThat(ints.keyBits(0)).isEqualTo(-1);
        assertThat(ints.keyBits(1)).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void keys_that_are_no_whole_numbers_stay_with_their_records() {
        assertThat(sent(edge(value -> value, Types.STRING.createSerializer()), "a")
                        .hasKeyBits())
                .isFalse();
        assertThat(sent(edge(value -> value, Types.DOUBLE.createSerializer()), 1.5)
                        .hasKeyBits())
                .as("NaN has many bits and is one key")
                .isFalse();
    }

    @Test
    void a_record_whose_key_is_null_is_refused_before_it_is_sent() {
        OutputEdge edge = edge(value -> null, Types.LONG.createSerializer());
        assertThatThrownBy(() -> edge.receiver().receive("a", 1))
                .isInstanceOf(OperatorFailure.class)
                .hasRootCauseMessage("the key of a record is null; filter such records out before keyBy");
    }
}
