package io.tidemark.checkpoint.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimerOrderTest {
    private static final int COUNT = 200_000;
    private static final int PER_LEAF = 1 << TimerOrder.SEGMENT_SHIFT;

    private enum Times {
        ASCENDING(i -> i),
        DESCENDING(i -> -i),
        FROM_BOTH_ENDS(i -> i % 2 == 0 ? i : -i),
        TOWARDS_THE_MIDDLE(i -> i % 2 == 0 ? i : 2L * COUNT - i),
        RANDOM(i -> i * 0x9E3779B97F4A7C15L),
        DESCENDING_BEHIND_FULL_LEAVES(i -> i / PER_LEAF * 10_000_000 - i % PER_LEAF),
        HALF_OF_THEM_EQUAL(i -> i % 2 == 0 ? 7 : i),
        FEW_TIMESTAMPS(i -> i % 5),
        ALL_EQUAL(i -> 7);

        private final LongUnaryOperator of;

        Times(LongUnaryOperator of) {
            this.of = of;
        }
    }

    private final TypeSerializer<Object> keys = keySerializer();
    private final TimerJournal journal = new TimerJournal(null, keys);
    private final TimerGroup group = new TimerGroup(0, 0, "timers", keys, keys);
    private final TimerOrder order =
            new TimerOrder(TimerDomain.EVENT, TimerOrder.SEGMENT_SHIFT, journal, keys, Comparator.comparing(entry ->
                    (Long) entry.key));

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> keySerializer() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();
    }

    private void add(long key, long timestamp) {
        addAt(key, timestamp, key);
    }

    private void addAt(long key, long timestamp, long registration) {
        int hash = group.hash(TimerDomain.EVENT, (int) key, null, timestamp);
        order.add(order.leaf(timestamp), group, key, (int) key, null, timestamp, registration, hash, journal.epoch());
    }

    private void remove(long key, long timestamp) {
        int hash = group.hash(TimerDomain.EVENT, (int) key, null, timestamp);
        TimerLeaf leaf = order.leaf(timestamp);
        int slot = leaf.find(group, key, null, timestamp, hash);
        assertThat(slot).isNotNegative();
        order.removeAt(leaf, slot);
    }

    private TimerEntry poll() {
        TimerLeaf leaf = order.first();
        int slot = leaf.first();
        TimerEntry entry = leaf.entry(slot);
        order.removeFirst(slot);
        return entry;
    }

    private long slots() {
        long slots = 0;
        for (TimerLeaf leaf = order.first(); leaf != null; leaf = leaf.next) {
            slots += leaf.capacity();
        }
        return slots;
    }

    @ParameterizedTest
    @EnumSource
    void tr_p11_in_whatever_order_timers_are_set_their_leaves_are_filled_and_they_fire_in_time(Times times) {
        for (long i = 0; i < COUNT; i++) {
            add(i, times.of.applyAsLong(i));
        }

        assertThat(slots()).isLessThan(COUNT * 5L / 2);
        TimerEntry last = poll();
        for (int i = 1; i < COUNT; i++) {
            TimerEntry next = poll();
            if (next.timestamp <= last.timestamp) {
                assertThat(next.timestamp).isEqualTo(last.timestamp);
                assertThat(next.registration).isGreaterThan(last.registration);
            }
            last = next;
        }
        assertThat(order.size()).isZero();
        assertThat(order.first()).isNull();
        assertThat(journal.changes().segmentCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void tr_p11_timers_that_are_deleted_leave_little_behind(Times times) {
        for (long i = 0; i < COUNT; i++) {
            add(i, times.of.applyAsLong(i));
            if (i >= 1000 && (i - 1000) % 100 != 0) {
                remove(i - 1000, times.of.applyAsLong(i - 1000));
            }
        }

        assertThat(order.size()).isEqualTo(1000 + (COUNT - 1000) / 100);
        assertThat(slots()).isLessThan(8L * order.size() + 4L * PER_LEAF);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tr_p11_a_timer_that_is_set_and_deleted_over_and_over_is_found_as_fast_as_ever() {
        for (long i = 0; i < COUNT; i++) {
            add(i, 7);
        }
        for (int i = 0; i < COUNT; i++) {
            add(COUNT, 7);
            remove(COUNT, 7);
        }

        assertThat(order.size()).isEqualTo(COUNT);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tr_p11_many_timers_of_one_timestamp_come_back_bit_by_bit_without_moving_the_others_each_time() {
        long parts = 1_000;
        int inPart = 1_000;
        for (long part = 0; part < parts; part++) {
            for (long i = 0; i < inPart; i++) {
                add(i * parts + part, 7);
            }
            assertThat(order.firstTimestamp()).isEqualTo(7);
        }

        long expected = 0;
        while (order.size() > 0 && poll().registration == expected) {
            expected++;
        }
        assertThat(expected).isEqualTo(parts * inPart);
    }

    @Test
    void tm19_a_timer_of_the_same_number_as_others_takes_its_place_by_its_key_also_beside_one_that_is_deleted() {
        addAt(20, 7, 1);
        addAt(30, 7, 1);
        addAt(40, 7, 1);
        assertThat(order.firstTimestamp()).isEqualTo(7);
        remove(30, 7);
        addAt(10, 7, 1);

        assertThat(List.of(poll().key, poll().key, poll().key)).containsExactly(10L, 20L, 40L);
    }

    @Test
    void random_sets_deletions_and_firings_leave_what_a_sorted_set_holds() {
        Random random = new Random(5);
        TreeSet<TimerEntry> model = new TreeSet<>(
                Comparator.<TimerEntry>comparingLong(entry -> entry.timestamp).thenComparing(e -> e.registration));
        long key = 0;
        for (int phase = 0; phase < 40; phase++) {
            long range = 1L << random.nextInt(40);
            int setsOfTen = 3 + random.nextInt(6);
            for (int i = 0; i < 10_000; i++) {
                if (model.isEmpty() || random.nextInt(10) < setsOfTen) {
                    long first = model.isEmpty() ? 0 : model.first().timestamp;
                    long timestamp = first + random.nextLong(-range / 8 - 1, range);
                    add(key, timestamp);
                    model.add(new TimerEntry(TimerDomain.EVENT, group, key, (int) key, null, timestamp, key, 0));
                    key++;
                } else if (random.nextBoolean()) {
                    TimerEntry some = model.ceiling(new TimerEntry(
                            null, null, null, 0, null, model.first().timestamp + random.nextLong(range), 0, 0));
                    some = some == null ? model.last() : some;
                    model.remove(some);
                    remove((Long) some.key, some.timestamp);
                } else {
                    assertThat(poll().key).isEqualTo(model.pollFirst().key);
                }
            }
            assertThat(order.size()).isEqualTo(model.size());
        }
        while (!model.isEmpty()) {
            assertThat(poll().key).isEqualTo(model.pollFirst().key);
        }
    }

    @Test
    void the_key_hashes_of_the_first_timers_are_told_in_their_order() {
        for (long key : new long[] {5, 3, 4, 1, 2}) {
            add(key, key * 10);
        }
        remove(3, 30);
        int[] hashes = new int[3];

        assertThat(order.first().firstKeyHashes(40, hashes)).isEqualTo(3);
        assertThat(hashes).containsExactly(1, 2, 4);
        assertThat(order.first().firstKeyHashes(20, hashes)).isEqualTo(2);
    }
}
