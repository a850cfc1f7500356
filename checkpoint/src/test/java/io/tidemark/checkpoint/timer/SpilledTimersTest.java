package io.tidemark.checkpoint.timer;

import static io.tidemark.checkpoint.timer.TimerDomain.EVENT;
import static io.tidemark.checkpoint.timer.TimerDomain.PROCESSING;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpilledTimersTest {
    private static final long ALL_BYTES = Long.MAX_VALUE / 2;

    private final FakeBackend backend = new FakeBackend();
    private final TimerQueue timers = newQueue(0);
    private final int group = declare(timers);

    @SuppressWarnings("unchecked")
    private TimerQueue newQueue(long nextRegistration) {
        TypeSerializer<Object> keys = (TypeSerializer<Object>) (TypeSerializer<?>) Types.STRING.createSerializer();
        return new TimerQueue(backend, FakeBackend.MAX_PARALLELISM, keys, keys, nextRegistration);
    }

    private static int declare(TimerQueue queue) {
        return queue.group("timers", Types.LONG.createSerializer());
    }

    private void set(String key, long timestamp) {
        backend.key = key;
        timers.register(EVENT, group, 0L, timestamp);
    }

    private boolean delete(String key, long timestamp) {
        backend.key = key;
        return timers.delete(EVENT, group, 0L, timestamp);
    }

    private void spillAll() throws IOException {
        while (timers.inMemory() > 0) {
            assertThat(timers.spill(ALL_BYTES, 0, backend)).isNotEqualTo(TimerQueue.Spilled.STUCK);
        }
    }

    /** Leaves at most so many timers in memory. */
    private void spillTo(int count) throws IOException {
        long bytesEach = timers.heapBytes() / timers.inMemory();
        timers.spill((timers.inMemory() - count) * bytesEach, 0, backend);
        assertThat(timers.inMemory()).isEqualTo(count);
    }

    private void write() throws IOException {
        timers.freeze().writeTo(backend);
        timers.onWritten();
    }

    private static List<String> drain(TimerQueue queue, TimerDomain domain) {
        List<String> due = new ArrayList<>();
        for (Timer timer = queue.pollDue(domain, Long.MAX_VALUE);
                timer != null;
                timer = queue.pollDue(domain, Long.MAX_VALUE)) {
            due.add(timer.key() + "@" + timer.timestamp());
        }
        return due;
    }

    @Test
    void the_database_is_not_asked_while_all_timers_are_in_memory() throws IOException {
        for (int i = 0; i < 100; i++) {
            set("key" + i, i);
            delete("key" + i, i + 1);
        }
        write();
        assertThat(drain(timers, EVENT)).hasSize(100);

        assertThat(backend.lookUps).isZero();
        assertThat(backend.scans).isZero();
    }

    @Test
    void the_later_timers_leave_first_and_all_fire_in_their_order() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            set("key" + i % 13, (i * 37) % 100);
        }
        for (int i = 0; i < 100; i++) {
            expected.add("key" + (i * 73 % 100) % 13 + "@" + i);
        }
        spillTo(50);
        int scans = backend.scans;
        assertThat(timers.nextTimestamp(EVENT)).isZero();
        assertThat(backend.scans).as("the first timer is in memory").isEqualTo(scans);

        assertThat(drain(timers, EVENT)).isEqualTo(expected);
        assertThat(timers.isEmpty(EVENT)).isTrue();
    }

    @Test
    void a_timer_that_was_not_written_is_written_before_it_leaves() throws IOException {
        set("a", 1);
        set("b", 2);
        spillAll();

        assertThat(backend.timers()).isEqualTo(2);
        assertThat(timers.freeze().isEmpty()).isTrue();
    }

    @Test
    void what_was_not_written_stays_as_long_as_nothing_may_be_written() throws IOException {
        set("a", 2);
        assertThat(timers.spill(ALL_BYTES, 0, null)).isEqualTo(TimerQueue.Spilled.STUCK);
        TimerChanges frozen = timers.freeze();
        set("b", 1);
        assertThat(timers.spill(ALL_BYTES, 0, null)).isEqualTo(TimerQueue.Spilled.STUCK);
        assertThat(timers.inMemory()).isEqualTo(2);

        frozen.writeTo(backend);
        timers.onWritten();
        timers.spill(ALL_BYTES, 0, null);
        assertThat(timers.inMemory()).isEqualTo(1);
        assertThat(backend.timers()).isEqualTo(1);
        assertThat(drain(timers, EVENT)).containsExactly("b@1", "a@2");
    }

    @Test
    void a_timer_that_is_only_in_the_database_is_not_set_twice() throws IOException {
        set("a", 5);
        set("b", 5);
        spillAll();
        set("b", 5);
        set("a", 5);

        assertThat(timers.inMemory()).isZero();
        assertThat(timers.size(EVENT)).isEqualTo(2);
        assertThat(drain(timers, EVENT)).containsExactly("a@5", "b@5");
    }

    @Test
    void a_timer_that_is_only_in_the_database_can_be_deleted_once() throws IOException {
        set("a", 5);
        set("b", 6);
        spillAll();

        assertThat(delete("a", 6)).isFalse();
        assertThat(delete("a", 5)).isTrue();
        assertThat(delete("a", 5)).isFalse();
        assertThat(timers.size(EVENT)).isEqualTo(1);
        assertThat(timers.nextTimestamp(EVENT)).isEqualTo(6);
        write();
        assertThat(delete("a", 5)).isFalse();
        assertThat(backend.timers()).isEqualTo(1);
        assertThat(drain(timers, EVENT)).containsExactly("b@6");
    }

    @Test
    void a_timer_that_is_deleted_and_set_again_takes_its_new_place_and_can_be_looked_up() throws IOException {
        set("a", 5);
        set("b", 5);
        spillAll();
        delete("a", 5);
        set("a", 5);
        assertThat(timers.size(EVENT)).isEqualTo(2);
        write();
        assertThat(backend.timers()).isEqualTo(2);
        spillAll();
        delete("a", 5);
        set("a", 5);
        spillAll();

        assertThat(backend.timers()).isEqualTo(2);
        set("a", 5);
        assertThat(timers.size(EVENT)).isEqualTo(2);
        assertThat(drain(timers, EVENT)).containsExactly("b@5", "a@5");
    }

    @Test
    void a_deletion_that_the_database_does_not_know_yet_hides_the_timer_also_while_it_is_frozen() throws IOException {
        set("a", 1);
        set("b", 2);
        set("c", 3);
        spillAll();
        delete("b", 2);
        TimerChanges frozen = timers.freeze();
        delete("c", 3);

        assertThat(timers.size(EVENT)).isEqualTo(1);
        assertThat(drain(timers, EVENT)).containsExactly("a@1");
        set("b", 2);
        assertThat(timers.size(EVENT)).isEqualTo(1);
        frozen.writeTo(backend);
        timers.onWritten();
        write();
        assertThat(backend.timers()).isEqualTo(1);
        assertThat(drain(timers, EVENT)).containsExactly("b@2");
    }

    @Test
    void changes_that_were_taken_back_are_written_before_timers_set_later() throws IOException {
        set("a", 1);
        set("b", 2);
        write();
        delete("a", 1);
        set("c", 3);
        timers.freeze();
        set("a", 1);
        timers.takeBack();
        spillAll();

        assertThat(backend.timers()).isEqualTo(3);
        set("a", 1);
        assertThat(timers.size(EVENT)).isEqualTo(3);
        assertThat(drain(timers, EVENT)).containsExactly("a@1", "b@2", "c@3");
        write();
        assertThat(backend.timers()).isZero();
    }

    @Test
    void changes_that_were_taken_back_and_written_in_part_are_written_whole_by_the_next_snapshot() throws IOException {
        int count = 3_000;
        for (int i = 0; i < count; i++) {
            set("key" + i, i);
        }
        timers.freeze();
        timers.takeBack();
        assertThat(timers.spill(ALL_BYTES, 0, backend)).isEqualTo(TimerQueue.Spilled.UNDER_WAY);
        assertThat(timers.inMemory()).isEqualTo(count);
        delete("key7", 7);
        write();

        assertThat(backend.timers()).isEqualTo(count - 1);
        spillAll();
        assertThat(delete("key7", 7)).isFalse();
        assertThat(drain(timers, EVENT)).hasSize(count - 1);
    }

    @Test
    void a_large_number_of_timers_of_one_timestamp_comes_back_bit_by_bit_in_the_order_of_registration()
            throws IOException {
        List<String> expected = new ArrayList<>();
        backend.batchBytes = 1_000;
        for (int i = 0; i < 5_000; i++) {
            set("key" + i, Long.MAX_VALUE);
            expected.add("key" + i + "@" + Long.MAX_VALUE);
        }
        spillAll();
        List<String> due = new ArrayList<>();
        for (Timer timer = timers.pollDue(EVENT, Long.MAX_VALUE);
                timer != null;
                timer = timers.pollDue(EVENT, Long.MAX_VALUE)) {
            due.add(timer.key() + "@" + timer.timestamp());
            assertThat(timers.inMemory()).isLessThan(100);
        }

        assertThat(due).isEqualTo(expected);
    }

    @Test
    void timers_of_extreme_and_negative_timestamps_keep_their_order() throws IOException {
        set("max", Long.MAX_VALUE);
        set("zero", 0);
        set("min", Long.MIN_VALUE);
        set("minus", -1);
        spillAll();

        assertThat(timers.hasDue(EVENT, Long.MIN_VALUE)).isTrue();
        spillAll();
        assertThat(timers.pollDue(EVENT, Long.MIN_VALUE).key()).isEqualTo("min");
        assertThat(timers.hasDue(EVENT, -2)).isFalse();
        assertThat(timers.pollDue(EVENT, -2)).isNull();
        assertThat(timers.nextTimestamp(EVENT)).isEqualTo(-1);
        assertThat(drain(timers, EVENT)).containsExactly("minus@-1", "zero@0", "max@" + Long.MAX_VALUE);
    }

    @Test
    void what_a_handler_sets_and_deletes_while_it_fires_counts_wherever_it_is() throws IOException {
        for (int i = 0; i < 10; i++) {
            set("a", i * 10);
        }
        spillTo(5);
        List<Long> due = new ArrayList<>();
        for (Timer timer = timers.pollDue(EVENT, 100); timer != null; timer = timers.pollDue(EVENT, 100)) {
            due.add(timer.timestamp());
            if (timer.timestamp() == 10) {
                set("a", 5);
                set("a", 75);
                set("a", 101);
                delete("a", 20);
                delete("a", 80);
            }
        }

        assertThat(due).containsExactly(0L, 10L, 5L, 30L, 40L, 50L, 60L, 70L, 75L, 90L);
        assertThat(timers.nextTimestamp(EVENT)).isEqualTo(101);
    }

    @Test
    void a_new_timer_needs_no_look_up_unless_it_may_have_left() throws IOException {
        set("a", 100);
        spillAll();
        set("a", 99);
        set("a", 101);
        assertThat(backend.lookUps).isZero();
        set("a", 100);

        assertThat(backend.lookUps).isEqualTo(1);
    }

    @Test
    void after_a_restore_without_room_a_new_timer_behind_the_bound_is_looked_up_until_all_have_come_back()
            throws IOException {
        set("a", 100);
        write();
        backend.hasRoom = false;
        TimerQueue restored = newQueue(timers.nextRegistration());
        declare(restored);
        backend.key = "a";
        restored.register(EVENT, group, 0L, 99);
        assertThat(backend.lookUps).isZero();
        restored.register(EVENT, group, 0L, 100);
        restored.register(EVENT, group, 0L, 101);
        assertThat(backend.lookUps).isEqualTo(2);
        assertThat(drain(restored, EVENT)).containsExactly("a@99", "a@100", "a@101");
        restored.register(EVENT, group, 0L, 200);
        assertThat(backend.lookUps).isEqualTo(2);
    }

    @Test
    void domains_do_not_mix_when_they_leave() throws IOException {
        set("a", 1);
        timers.register(PROCESSING, group, 0L, 1);
        timers.register(PROCESSING, group, 0L, 2);
        spillAll();

        assertThat(timers.size(EVENT)).isEqualTo(1);
        assertThat(timers.size(PROCESSING)).isEqualTo(2);
        assertThat(drain(timers, EVENT)).containsExactly("a@1");
        assertThat(timers.isEmpty(EVENT)).isTrue();
        assertThat(drain(timers, PROCESSING)).containsExactly("a@1", "a@2");
    }

    @Test
    void once_all_have_come_back_the_database_is_not_asked_any_more() throws IOException {
        set("a", 1);
        set("b", 2);
        spillAll();
        assertThat(drain(timers, EVENT)).hasSize(2);
        int scans = backend.scans;
        for (int i = 0; i < 100; i++) {
            set("key" + i, i);
        }
        drain(timers, EVENT);

        assertThat(backend.lookUps).isZero();
        assertThat(backend.scans).isEqualTo(scans);
    }

    @Test
    void a_restore_without_room_leaves_timers_where_they_are_and_counts_them() throws IOException {
        for (int i = 0; i < 50; i++) {
            set("key" + i, 100 - i);
        }
        write();
        backend.hasRoom = false;
        TimerQueue restored = newQueue(timers.nextRegistration());
        declare(restored);

        assertThat(restored.inMemory()).isZero();
        assertThat(restored.isEmpty(PROCESSING)).isTrue();
        assertThat(restored.size(PROCESSING)).isZero();
        assertThat(restored.size(EVENT)).isEqualTo(50);
        assertThat(restored.nextTimestamp(EVENT)).isEqualTo(51);
        backend.key = "key3";
        restored.register(EVENT, group, 0L, 97);
        assertThat(restored.delete(EVENT, group, 0L, 97)).isTrue();
        assertThat(restored.size(EVENT)).isEqualTo(49);
        List<String> expected = drain(timers, EVENT);
        expected.remove("key3@97");
        assertThat(drain(restored, EVENT)).isEqualTo(expected);
    }

    @Test
    void timers_of_a_group_that_is_declared_when_others_have_passed_it_come_back() throws IOException {
        int other = timers.group("other", Types.LONG.createSerializer());
        set("a", 1);
        timers.register(EVENT, other, 0L, 2);
        set("a", 3);
        write();
        backend.hasRoom = false;
        TimerQueue restored = newQueue(timers.nextRegistration());
        declare(restored);
        assertThat(drain(restored, EVENT)).containsExactly("a@1", "a@3");
        restored.group("other", Types.LONG.createSerializer());

        assertThat(restored.size(EVENT)).isEqualTo(1);
        assertThat(drain(restored, EVENT)).containsExactly("a@2");
    }

    @Test
    void timers_that_two_subtasks_registered_under_one_number_fire_in_the_order_of_key_bytes() throws IOException {
        for (String key : List.of("b", "c", "a", "e", "d")) {
            TimerQueue subtask = newQueue(0);
            declare(subtask);
            backend.key = key;
            subtask.register(EVENT, group, 0L, 7);
            subtask.freeze().writeTo(backend);
            backend.hasRoom = false;
        }
        backend.batchBytes = 0;
        TimerQueue merged = newQueue(1);
        declare(merged);

        assertThat(drain(merged, EVENT)).containsExactly("a@7", "b@7", "c@7", "d@7", "e@7");
    }

    @Test
    void what_polling_leaves_to_be_deleted_is_written_when_room_is_wanted() throws IOException {
        for (int i = 0; i < 100; i++) {
            set("key" + i, i);
        }
        write();
        long before = timers.heapBytes();
        for (int i = 0; i < 90; i++) {
            timers.pollDue(EVENT, i);
        }
        assertThat(timers.heapBytes()).isEqualTo(before);
        timers.spill(1, 0, backend);

        assertThat(backend.timers()).isEqualTo(10);
        assertThat(timers.heapBytes()).isLessThanOrEqualTo(before / 10);
        assertThat(timers.freeze().isEmpty()).isTrue();
    }

    @Test
    void timers_keep_what_they_may_keep() throws IOException {
        for (int i = 0; i < 100; i++) {
            set("key" + i, i);
        }
        long bytes = timers.heapBytes();

        assertThat(timers.spill(ALL_BYTES, bytes / 2, backend)).isEqualTo(TimerQueue.Spilled.DONE);
        assertThat(timers.inMemory()).isEqualTo(50);
    }
}
