package io.tidemark.checkpoint.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimerFilterTest {
    private final TimerFilter filter = new TimerFilter();

    @Test
    void it_never_says_no_to_what_it_holds_and_seldom_yes_to_others() {
        Random random = new Random(3);
        List<Integer> held = new ArrayList<>();
        for (int round = 0; round < 30; round++) {
            for (int i = random.nextInt(20_000); i > 0; i--) {
                int hash = random.nextInt();
                filter.add(hash);
                held.add(hash);
            }
            for (int i = held.isEmpty() ? 0 : random.nextInt(held.size()); i > 0; i--) {
                int at = random.nextInt(held.size());
                filter.remove(held.get(at));
                held.set(at, held.get(held.size() - 1));
                held.remove(held.size() - 1);
            }
            assertThat(held).allMatch(filter::mayHold);
        }
        int wrong = 0;
        for (int i = 0; i < 100_000; i++) {
            wrong += filter.mayHold(random.nextInt()) ? 1 : 0;
        }

        assertThat(held).hasSizeGreaterThan(1000);
        assertThat(wrong).isLessThan(200);
    }

    @Test
    void it_takes_a_few_bytes_for_each_and_none_once_all_are_gone() {
        int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            filter.add(i * 31);
        }
        assertThat(filter.bytes()).isBetween(2L * count, 6L * count);
        for (int i = 0; i < count; i++) {
            filter.remove(i * 31);
        }

        assertThat(filter.bytes()).isZero();
        assertThat(filter.mayHold(31)).isFalse();
    }

    @Test
    void many_of_one_hash_do_not_take_the_memory() {
        for (int i = 0; i < 100_000; i++) {
            filter.add(7);
        }
        filter.remove(7);

        assertThat(filter.bytes()).isZero();
        assertThat(filter.mayHold(7)).isTrue();
        assertThat(filter.mayHold(8)).as("it does not know any more").isTrue();
        filter.clear();
        assertThat(filter.mayHold(8)).isFalse();
    }

    @Test
    void a_few_of_one_hash_are_all_held() {
        for (int i = 0; i < 5; i++) {
            filter.add(7);
        }
        for (int i = 0; i < 4; i++) {
            filter.remove(7);
            assertThat(filter.mayHold(7)).isTrue();
        }
        filter.remove(7);

        assertThat(filter.mayHold(7)).isFalse();
        assertThatThrownBy(() -> filter.remove(7)).isInstanceOf(IllegalStateException.class);
    }
}
