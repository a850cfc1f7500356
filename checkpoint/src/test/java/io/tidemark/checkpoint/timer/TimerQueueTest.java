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

class TimerQueueTest {
    private final FakeBackend backend = new FakeBackend();
    private final TimerQueue timers = newQueue(0);
    private final int group = timers.group("timers", Types.LONG.createSerializer());

    private TimerQueue newQueue(long nextRegistration) {
        return new TimerQueue(backend, FakeBackend.MAX_PARALLELISM, keySerializer(), keySerializer(), nextRegistration);
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> keySerializer() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) Types.STRING.createSerializer();
    }

    private void set(String key, long timestamp) {
        backend.key = key;
        timers.register(EVENT, group, 0L, timestamp);
    }

    private static List<String> drain(TimerQueue queue, TimerDomain domain, long time) {
        List<String> due = new ArrayList<>();
        for (Timer timer = queue.pollDue(domain, time); timer != null; timer = queue.pollDue(domain, time)) {
            due.add(timer.key() + "@" + timer.timestamp());
        }
        return due;
    }

    /** Writes what changed since the last time. */
    private void write(TimerQueue queue) throws IOException {
        queue.freeze().writeTo(backend);
        queue.onWritten();
    }

    @Test
    void t1_the_same_timer_set_three_times_fires_once() {
        set("a", 10);
        set("a", 10);
        set("a", 10);

        assertThat(timers.size(EVENT)).isEqualTo(1);
        assertThat(drain(timers, EVENT, 9)).isEmpty();
        assertThat(drain(timers, EVENT, 10)).containsExactly("a@10");
    }

    @Test
    void t2_timers_of_two_keys_both_fire() {
        set("a", 10);
        set("b", 10);

        assertThat(drain(timers, EVENT, 10)).containsExactly("a@10", "b@10");
    }

    @Test
    void t3_each_domain_has_its_own_timers() {
        set("a", 10);
        timers.register(PROCESSING, group, 0L, 10);

        assertThat(drain(timers, EVENT, 10)).containsExactly("a@10");
        assertThat(timers.isEmpty(EVENT)).isTrue();
        assertThat(timers.isEmpty(PROCESSING)).isFalse();
        assertThat(drain(timers, PROCESSING, 10)).containsExactly("a@10");
    }

    @Test
    void t4_t5_deleting_an_absent_timer_changes_no_other() {
        set("a", 10);

        assertThat(timers.delete(PROCESSING, group, 0L, 10)).isFalse();
        assertThat(timers.delete(EVENT, group, 0L, 11)).isFalse();
        assertThat(timers.delete(EVENT, group, 1L, 10)).isFalse();
        backend.key = "b";
        assertThat(timers.delete(EVENT, group, 0L, 10)).isFalse();
        assertThat(timers.size(EVENT)).isEqualTo(1);
        backend.key = "a";
        assertThat(timers.delete(EVENT, group, 0L, 10)).isTrue();
        assertThat(timers.isEmpty(EVENT)).isTrue();
    }

    @Test
    void tm19_timers_of_equal_timestamp_fire_in_the_order_of_registration() throws IOException {
        List<String> keys = List.of("h", "a", "z", "c", "b", "y", "d");
        keys.forEach(key -> set(key, 5));
        set("early", 4);
        List<String> expected = new ArrayList<>(List.of("early@4"));
        keys.forEach(key -> expected.add(key + "@5"));
        write(timers);

        TimerQueue restored = newQueue(timers.nextRegistration());
        restored.group("timers", Types.LONG.createSerializer());

        assertThat(drain(timers, EVENT, 5)).isEqualTo(expected);
        assertThat(drain(restored, EVENT, 5)).isEqualTo(expected);
    }

    @Test
    void tm19_timers_that_two_subtasks_registered_under_one_number_fire_in_the_order_of_key_bytes() throws IOException {
        for (String key : List.of("b", "c", "a")) {
            TimerQueue subtask = newQueue(0);
            subtask.group("timers", Types.LONG.createSerializer());
            backend.key = key;
            subtask.register(EVENT, group, 0L, 7);
            write(subtask);
        }
        TimerQueue merged = newQueue(1);
        merged.group("timers", Types.LONG.createSerializer());

        assertThat(drain(merged, EVENT, 7)).containsExactly("a@7", "b@7", "c@7");
    }

    @Test
    void t8_a_timer_at_the_end_of_time_is_due_then_only() {
        set("a", Long.MAX_VALUE);

        assertThat(timers.hasDue(EVENT, Long.MAX_VALUE - 1)).isFalse();
        assertThat(timers.hasDue(EVENT, Long.MAX_VALUE)).isTrue();
    }

    @Test
    void t9_negative_timestamps_come_first() throws IOException {
        set("zero", 0);
        set("min", Long.MIN_VALUE);
        set("minus", -1);
        write(timers);
        List<String> expected = List.of("min@" + Long.MIN_VALUE, "minus@-1", "zero@0");

        TimerQueue restored = newQueue(3);
        restored.group("timers", Types.LONG.createSerializer());

        assertThat(timers.nextTimestamp(EVENT)).isEqualTo(Long.MIN_VALUE);
        assertThat(drain(timers, EVENT, 0)).isEqualTo(expected);
        assertThat(drain(restored, EVENT, 0)).isEqualTo(expected);
        // The order of the stored form is the order in which they are due, so that it could be read as far as needed.
        assertThat(backend.timers()).isEqualTo(3);
    }

    @Test
    void t10_t14_what_a_handler_sets_while_due_timers_are_taken_is_due_in_the_same_pass() {
        set("a", 1);
        List<String> due = new ArrayList<>();
        for (Timer timer = timers.pollDue(EVENT, 20); timer != null; timer = timers.pollDue(EVENT, 20)) {
            due.add(timer.key() + "@" + timer.timestamp());
            if (timer.timestamp() == 1) {
                set("a", 20);
                set("a", 5);
                set("a", 21);
            }
        }

        assertThat(due).containsExactly("a@1", "a@5", "a@20");
        assertThat(timers.nextTimestamp(EVENT)).isEqualTo(21);
    }

    @Test
    void t15_a_due_timer_that_another_deletes_does_not_fire() {
        set("a", 1);
        set("a", 2);
        timers.pollDue(EVENT, 10);
        timers.delete(EVENT, group, 0L, 2);

        assertThat(timers.pollDue(EVENT, 10)).isNull();
    }

    @Test
    void r1_restored_timers_of_both_domains_are_still_deduplicated() throws IOException {
        set("a", 10);
        timers.register(PROCESSING, group, 0L, 20);
        write(timers);
        TimerQueue restored = newQueue(timers.nextRegistration());
        int again = restored.group("timers", Types.LONG.createSerializer());

        restored.register(EVENT, again, 0L, 10);
        restored.register(PROCESSING, again, 0L, 20);

        assertThat(restored.size(EVENT)).isEqualTo(1);
        assertThat(restored.size(PROCESSING)).isEqualTo(1);
        assertThat(restored.freeze().isEmpty()).isTrue();
    }

    @Test
    void groups_do_not_mix_and_come_back_when_they_are_declared() throws IOException {
        int other = timers.group("other", Types.STRING.createSerializer());
        set("a", 10);
        timers.register(EVENT, other, "namespace", 10);
        write(timers);

        TimerQueue restored = newQueue(timers.nextRegistration());
        int otherAgain = restored.group("other", Types.STRING.createSerializer());
        assertThat(restored.size(EVENT)).isEqualTo(1);
        Timer timer = restored.pollDue(EVENT, 10);
        assertThat(timer.group()).isEqualTo(otherAgain);
        assertThat(timer.namespace()).isEqualTo("namespace");
        assertThat(timer.keyHash()).isEqualTo(backend.currentKeyHash());
        int groupAgain = restored.group("timers", Types.LONG.createSerializer());
        assertThat(restored.pollDue(EVENT, 10).group()).isEqualTo(groupAgain);
        assertThat(restored.group("other", Types.STRING.createSerializer())).isEqualTo(otherAgain);
    }

    @Test
    void a_timer_set_and_removed_between_two_snapshots_is_never_written() throws IOException {
        set("keep", 1);
        for (int i = 0; i < 5_000; i++) {
            set("a" + i % 7, i);
            if (i % 2 == 0) {
                timers.delete(EVENT, group, 0L, i);
            }
        }
        drain(timers, EVENT, 4_990);
        set("after", 5_001);
        write(timers);

        assertThat(backend.writes).isEqualTo(12);
        assertThat(backend.timers()).isEqualTo(6);
    }

    @Test
    void a_stored_timer_is_deleted_when_it_is_removed() throws IOException {
        set("a", 1);
        set("b", 2);
        set("c", 3);
        write(timers);
        timers.pollDue(EVENT, 1);
        backend.key = "b";
        timers.delete(EVENT, group, 0L, 2);
        write(timers);

        assertThat(backend.timers()).isEqualTo(1);
        assertThat(timers.freeze().isEmpty()).isTrue();
    }

    @Test
    void changes_that_could_not_be_written_are_part_of_the_next_ones() throws IOException {
        set("a", 1);
        set("b", 2);
        timers.freeze();
        timers.pollDue(EVENT, 1);
        timers.takeBack();
        timers.freeze();
        set("c", 3);
        timers.takeBack();
        TimerChanges written = timers.freeze();
        assertThat(written.isEmpty()).isFalse();
        written.writeTo(backend);

        TimerQueue restored = newQueue(3);
        restored.group("timers", Types.LONG.createSerializer());
        assertThat(drain(restored, EVENT, 9)).containsExactly("b@2", "c@3");
    }

    @Test
    void changes_after_a_freeze_are_not_in_it() throws IOException {
        set("a", 1);
        set("b", 2);
        TimerChanges frozen = timers.freeze();
        timers.pollDue(EVENT, 1);
        backend.key = "b";
        timers.delete(EVENT, group, 0L, 2);
        set("c", 3);
        frozen.writeTo(backend);

        TimerQueue restored = newQueue(2);
        restored.group("timers", Types.LONG.createSerializer());
        assertThat(drain(restored, EVENT, 9)).containsExactly("a@1", "b@2");
    }

    @Test
    void tr_p11_a_million_pairs_of_setting_and_deleting_leave_nothing_behind() {
        for (int i = 0; i < 10_000; i++) {
            set("key" + i, 1_000_000 + i);
        }
        long bytes = timers.heapBytes();
        for (int i = 0; i < 1_000_000; i++) {
            backend.key = "key";
            timers.register(EVENT, group, 0L, (i * 7919L) % 1_000_003);
            timers.delete(EVENT, group, 0L, (i * 7919L) % 1_000_003);
        }

        assertThat(timers.size(EVENT)).isEqualTo(10_000);
        assertThat(timers.heapBytes()).isEqualTo(bytes);
        assertThat(timers.nextTimestamp(EVENT)).isEqualTo(1_000_000);
    }
}
