package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.checkpoint.key.NumberKind;
import org.junit.jupiter.api.Test;

class CurrentKeyTest {
    private final CurrentKey numbers = new CurrentKey(NumberKind.LONG);

    @Test
    void a_number_is_one_key_whether_it_was_set_boxed_or_as_bits() {
        numbers.setBits(1000, 7);
        assertThat(numbers.bits()).isEqualTo(1000);
        assertThat(numbers.key()).isEqualTo(1000L).isSameAs(numbers.key());
        assertThat(numbers.hash()).isEqualTo(7);

        numbers.set(2000L, 8);
        assertThat(numbers.bits()).isEqualTo(2000);
        assertThat(numbers.key()).isEqualTo(2000L);

        numbers.setBits(3000, 9);
        assertThat(numbers.key()).isEqualTo(3000L);
    }

    @Test
    void without_a_key_there_are_no_bits_of_the_key_before() {
        numbers.setBits(1000, 7);
        numbers.set(null, 0);
        assertThat(numbers.keyOrNull()).isNull();
        assertThatThrownBy(numbers::key).hasMessageContaining("no key is set");
        assertThatThrownBy(numbers::bits).hasMessageContaining("no key is set");
        assertThat(numbers.keyOrNull()).isNull();
    }

    @Test
    void bits_are_no_key_of_a_store_whose_keys_are_no_numbers() {
        assertThatThrownBy(() -> new CurrentKey(null).setBits(1, 1)).isInstanceOf(IllegalStateException.class);
    }
}
