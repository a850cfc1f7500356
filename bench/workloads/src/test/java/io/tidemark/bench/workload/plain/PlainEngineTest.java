package io.tidemark.bench.workload.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.workload.CountWithTimeout;
import io.tidemark.bench.workload.IntervalJoin;
import io.tidemark.bench.workload.RunningCount;
import io.tidemark.bench.workload.SessionSums;
import io.tidemark.bench.workload.Stateless;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.WindowSums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The plain loops against the definition of each workload, read as a whole and not event by event. */
class PlainEngineTest {
    private static final long EVENTS = 10_000;
    private static final long KEYS = 100;

    @Test
    void window_sums_are_those_of_all_events_grouped_by_window_and_key() {
        long events = 2_500_000;
        Map<List<Long>, List<Long>> groups = LongStream.range(0, events)
                .boxed()
                .collect(Collectors.groupingBy(
                        i -> List.of(
                                WindowSums.timestampMs(i) / WindowSums.WINDOW_MS * WindowSums.WINDOW_MS,
                                WindowSums.key(i, KEYS)),
                        Collectors.mapping(WindowSums::value, Collectors.toList())));
        Tally expected = groups.entrySet().stream()
                .map(group -> one(WindowSums.checksum(
                        group.getKey().get(0),
                        group.getKey().get(1),
                        group.getValue().size(),
                        group.getValue().stream().mapToLong(Long::longValue).sum())))
                .reduce(Tally.NOTHING, Tally::plus);

        assertThat(new MapWindowSums(KEYS).loop(events)).isEqualTo(expected);
        assertThat(new TableWindowSums(KEYS).loop(events)).isEqualTo(expected);
    }

    @Test
    void session_sums_are_those_of_the_events_of_a_key_without_a_gap_between_them() {
        // Two cycles of bursts.
        long events = 5_000_000;
        Map<Long, List<WindowSums.Event>> byKey = LongStream.range(0, events)
                .mapToObj(i -> SessionSums.event(i, KEYS))
                .collect(Collectors.groupingBy(WindowSums.Event::key));
        Tally expected = byKey.values().stream()
                .map(PlainEngineTest::sessions)
                .flatMap(List::stream)
                .map(session -> one(session.checksum()))
                .reduce(Tally.NOTHING, Tally::plus);

        assertThat(new MapSessionSums(KEYS).loop(events)).isEqualTo(expected);
        // Those at the beginning and at the end may have only a part of their burst.
        assertThat(expected.results()).isBetween(2 * KEYS, 3 * KEYS);
    }

    private static List<SessionSums.Result> sessions(List<WindowSums.Event> ofKey) {
        List<SessionSums.Result> sessions = new ArrayList<>();
        List<WindowSums.Event> sorted = ofKey.stream()
                .sorted(Comparator.comparingLong(WindowSums.Event::timestampMs))
                .toList();
        int first = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            long lastMs = sorted.get(i - 1).timestampMs();
            if (i == sorted.size() || sorted.get(i).timestampMs() - lastMs > SessionSums.GAP_MS) {
                sessions.add(new SessionSums.Result(
                        sorted.get(first).timestampMs(),
                        lastMs + SessionSums.GAP_MS,
                        sorted.get(0).key(),
                        i - first,
                        sorted.subList(first, i).stream()
                                .mapToLong(WindowSums.Event::value)
                                .sum()));
                first = i;
            }
        }
        return sessions;
    }

    @Test
    void an_interval_join_gives_all_pairs_of_a_key_that_are_near_each_other() {
        long perStream = IntervalJoin.perStream(EVENTS * 20);
        Map<Long, List<IntervalJoin.Event>> rights = LongStream.range(0, perStream)
                .mapToObj(i -> IntervalJoin.right(i, KEYS))
                .collect(Collectors.groupingBy(IntervalJoin.Event::key));
        Tally expected = LongStream.range(0, perStream)
                .mapToObj(i -> IntervalJoin.left(i, KEYS))
                .flatMap(left -> rights.get(left.key()).stream()
                        .filter(right -> Math.abs(right.timestampMs() - left.timestampMs()) <= IntervalJoin.APART_MS)
                        .map(right -> one(IntervalJoin.checksum(left.key(), left.value(), right.value()))))
                .reduce(Tally.NOTHING, Tally::plus);

        assertThat(new MapIntervalJoin(KEYS).loop(EVENTS * 20)).isEqualTo(expected);
    }

    @Test
    void a_running_count_tells_each_number_up_to_how_often_a_key_occurs() {
        Map<Long, Long> occurrences = LongStream.range(0, EVENTS)
                .boxed()
                .collect(Collectors.groupingBy(i -> RunningCount.key(i, KEYS), Collectors.counting()));
        Tally expected = occurrences.entrySet().stream()
                .flatMap(key -> LongStream.rangeClosed(1, key.getValue())
                        .mapToObj(count -> one(RunningCount.checksum(key.getKey(), count))))
                .reduce(Tally.NOTHING, Tally::plus);

        assertThat(MapRunningCount.loop(EVENTS, KEYS)).isEqualTo(expected);
        assertThat(TableRunningCount.loop(EVENTS, KEYS)).isEqualTo(expected);
    }

    @Test
    void a_key_that_is_never_quiet_for_a_minute_is_counted_once_at_the_end() {
        Map<Long, Long> occurrences = LongStream.range(0, EVENTS)
                .boxed()
                .collect(Collectors.groupingBy(i -> CountWithTimeout.key(i, KEYS), Collectors.counting()));
        Tally expected = occurrences.entrySet().stream()
                .map(key -> one(CountWithTimeout.checksum(key.getKey(), key.getValue())))
                .reduce(Tally.NOTHING, Tally::plus);

        assertThat(new MapCountWithTimeout(KEYS).loop(EVENTS)).isEqualTo(expected);
    }

    @Test
    void a_key_that_is_quiet_for_a_minute_is_counted_anew() {
        // 70 s of event time with an event of each key every ten seconds, on average.
        long events = 7_000_000;
        long keys = 1_000_000;

        assertThat(new MapCountWithTimeout(keys).loop(events).results()).isGreaterThan(keys);
    }

    @Test
    void stateless_results_are_those_of_the_events_that_pass() {
        Tally expected = LongStream.range(0, EVENTS)
                .filter(i -> Stateless.passes(Stateless.scaled(Stateless.value(i))))
                .mapToObj(i -> {
                    long key = Stateless.key(i, KEYS);
                    return one(Stateless.checksum(key, Stateless.shifted(key, Stateless.scaled(Stateless.value(i)))));
                })
                .reduce(Tally.NOTHING, Tally::plus);

        assertThat(StatelessLoop.loop(EVENTS, KEYS)).isEqualTo(expected);
        assertThat(expected.results()).isBetween(EVENTS / 3, EVENTS * 2 / 3);
    }

    @Test
    void nothing_of_the_windowed_events_is_late() {
        long newestMs = Long.MIN_VALUE;
        long mostBehindMs = 0;
        for (long i = 0; i < 1_000_000; i++) {
            long timestampMs = WindowSums.timestampMs(i);
            newestMs = Math.max(newestMs, timestampMs);
            mostBehindMs = Math.max(mostBehindMs, newestMs - timestampMs);
        }
        assertThat(mostBehindMs).isBetween(WindowSums.DISORDER_MS - 50, WindowSums.BOUND_MS);
    }

    private static Tally one(long checksum) {
        return new Tally(1, checksum);
    }
}
