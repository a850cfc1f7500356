package io.tidemark.checkpoint.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeyGroupsTest {
    @Property
    void the_ranges_of_all_subtasks_cover_every_key_group_once_and_agree_with_its_owner(
            @ForAll @IntRange(min = 1, max = 500) int parallelism,
            @ForAll @IntRange(min = 0, max = 2000) int moreGroups) {
        int maxParallelism = parallelism + moreGroups;
        int next = 0;
        for (int subtask = 0; subtask < parallelism; subtask++) {
            KeyGroupRange range = KeyGroups.range(subtask, parallelism, maxParallelism);
            assertThat(range.first()).isEqualTo(next);
            for (int keyGroup = range.first(); keyGroup <= range.last(); keyGroup++) {
                assertThat(KeyGroups.subtask(keyGroup, parallelism, maxParallelism))
                        .isEqualTo(subtask);
            }
            next = range.last() + 1;
        }
        assertThat(next).isEqualTo(maxParallelism);
    }

    @Test
    void no_subtask_has_more_than_one_key_group_more_than_another() {
        for (int parallelism = 1; parallelism <= 128; parallelism++) {
            int[] counts = new int[parallelism];
            for (int subtask = 0; subtask < parallelism; subtask++) {
                counts[subtask] = KeyGroups.range(subtask, parallelism, 128).count();
            }
            Arrays.sort(counts);
            assertThat(counts[parallelism - 1] - counts[0]).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void the_group_of_a_hash_is_part_of_the_format() {
        assertThat(KeyGroups.keyGroup(0, 128)).isZero();
        assertThat(KeyGroups.keyGroup(1, 128)).isEqualTo(40);
        assertThat(KeyGroups.keyGroup(2, 128)).isEqualTo(24);
        assertThat(KeyGroups.keyGroup(-1, 128)).isEqualTo(64);
        assertThat(KeyGroups.keyGroup(123456789, 32768)).isEqualTo(23856);
    }

    @Test
    void consecutive_hashes_are_spread_evenly() {
        int[] counts = new int[128];
        for (int hash = 0; hash < 128_000; hash++) {
            counts[KeyGroups.keyGroup(hash, 128)]++;
        }
        for (int count : counts) {
            assertThat(count).isBetween(800, 1200);
        }
    }

    @Test
    void the_largest_number_of_key_groups_does_not_overflow() {
        int max = KeyGroups.MAX_KEY_GROUPS;
        assertThat(KeyGroups.range(max - 1, max, max)).isEqualTo(new KeyGroupRange(max - 1, max - 1));
        assertThat(KeyGroups.subtask(max - 1, max, max)).isEqualTo(max - 1);
        assertThat(KeyGroups.keyGroup(Integer.MIN_VALUE, max)).isBetween(0, max - 1);
    }

    @Test
    void a_parallelism_above_the_number_of_key_groups_is_refused() {
        assertThatThrownBy(() -> KeyGroups.range(0, 129, 128))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("129")
                .hasMessageContaining("128");
    }

    @Test
    void ranges_know_what_they_contain_and_overlap() {
        KeyGroupRange range = new KeyGroupRange(4, 7);
        assertThat(range.count()).isEqualTo(4);
        assertThat(range.contains(4)).isTrue();
        assertThat(range.contains(7)).isTrue();
        assertThat(range.contains(3)).isFalse();
        assertThat(range.contains(8)).isFalse();
        assertThat(range.contains(new KeyGroupRange(5, 7))).isTrue();
        assertThat(range.contains(new KeyGroupRange(5, 8))).isFalse();
        assertThat(range.overlaps(new KeyGroupRange(7, 9))).isTrue();
        assertThat(range.overlaps(new KeyGroupRange(8, 9))).isFalse();
        assertThat(range.overlaps(new KeyGroupRange(0, 3))).isFalse();
    }
}
