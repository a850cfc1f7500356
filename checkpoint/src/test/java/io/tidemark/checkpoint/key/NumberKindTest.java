package io.tidemark.checkpoint.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.Types;
import org.junit.jupiter.api.Test;

class NumberKindTest {
    @Test
    void keys_are_numbers_when_their_serializer_is_that_of_a_whole_number() {
        assertThat(NumberKind.ofKeys(Types.LONG.createSerializer())).isEqualTo(NumberKind.LONG);
        assertThat(NumberKind.ofKeys(Types.INT.createSerializer())).isEqualTo(NumberKind.INT);
        assertThat(NumberKind.ofKeys(Types.DOUBLE.createSerializer()))
                .as("NaN has many bits and is one key")
                .isNull();
        assertThat(NumberKind.ofKeys(Types.STRING.createSerializer())).isNull();
        assertThat(NumberKind.ofKeys(Types.TUPLE(Types.LONG).createSerializer()))
                .isNull();
    }

    @Test
    void whole_numbers_come_back_from_their_bits() {
        for (long number : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
            assertThat(NumberKind.LONG.box(NumberKind.LONG.unbox(number))).isEqualTo(number);
        }
        for (int number : new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}) {
            assertThat(NumberKind.INT.unbox(number)).isEqualTo(number);
            assertThat(NumberKind.INT.box(NumberKind.INT.unbox(number))).isEqualTo(number);
        }
    }
}
