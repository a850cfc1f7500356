package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.network.channel.ControlElement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** Tumbling windows against a model that keeps all records in maps and recomputes, under random disorder and lateness. */
class TumblingWindowProperties {
    private static final long SIZE = 10;
    private static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    enum What {
        RECORD,
        WATERMARK,
        RESTART,
        /** A watermark, and a barrier that comes when some steps of its firing are done; then a restore from there. */
        WATERMARK_WITH_BARRIER
    }

    /** @param number timestamp of a record, or how far a watermark is above the last */
    record Action(What what, char key, int number, int steps) {}

    @Provide
    Arbitrary<List<Action>> stories() {
        return stories(What.RECORD, What.RECORD, What.RECORD, What.RECORD, What.WATERMARK);
    }

    @Provide
    Arbitrary<List<Action>> storiesWithRestores() {
        return stories(
                What.RECORD,
                What.RECORD,
                What.RECORD,
                What.RECORD,
                What.RECORD,
                What.RECORD,
                What.WATERMARK,
                What.WATERMARK,
                What.RESTART,
                What.WATERMARK_WITH_BARRIER);
    }

    private static Arbitrary<List<Action>> stories(What... kinds) {
        return Combinators.combine(
                        Arbitraries.of(kinds),
                        Arbitraries.chars().range('a', 'd'),
                        Arbitraries.integers().between(-20, 60),
                        Arbitraries.integers().between(0, 4))
                .as(Action::new)
                .list()
                .ofMaxSize(60);
    }

    /** Too simple to be wrong: every window of every key with its records. */
    private static final class Model {
        private final long offset;
        private final long lateness;
        private final Map<Long, Map<Character, List<String>>> windows = new TreeMap<>();
        private long watermark = Long.MIN_VALUE;

        Model(long offset, long lateness) {
            this.offset = offset;
            this.lateness = lateness;
        }

        List<String> record(char key, String record, long timestamp) {
            long start = timestamp - Math.floorMod(timestamp - offset, SIZE);
            long last = start + SIZE - 1;
            if (last + lateness <= watermark) {
                return List.of("late " + record);
            }
            List<String> contents = windows.computeIfAbsent(start, missing -> new TreeMap<>())
                    .computeIfAbsent(key, missing -> new ArrayList<>());
            contents.add(record);
            return last <= watermark ? List.of(fired(key, start, contents)) : List.of();
        }

        List<String> watermark(long to) {
            List<String> results = new ArrayList<>();
            if (to <= watermark) {
                return results;
            }
            windows.forEach((start, byKey) -> {
                long last = start + SIZE - 1;
                if (last > watermark && last <= to) {
                    byKey.forEach((key, contents) -> results.add(fired(key, start, contents)));
                }
            });
            watermark = to;
            results.add("WM(" + Emitted.time(to) + ")");
            return results;
        }

        private static String fired(char key, long start, List<String> contents) {
            return key + "[" + start + "," + (start + SIZE) + ")=" + String.join("+", contents) + "@"
                    + (start + SIZE - 1);
        }
    }

    @Property(tries = 500)
    void windowsAreThoseOfTheModel(
            @ForAll RecordKeys keys,
            @ForAll("stories") List<Action> story,
            @ForAll @IntRange(min = -9, max = 9) int offset,
            @ForAll @IntRange(min = 0, max = 25) int lateness) {
        tell(keys, story, offset, lateness, false);
    }

    @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
    void windowsAreThoseOfTheModelWhateverTheRestores(
            @ForAll RecordKeys keys,
            @ForAll("storiesWithRestores") List<Action> story,
            @ForAll @IntRange(min = -9, max = 9) int offset,
            @ForAll @IntRange(min = 0, max = 25) int lateness,
            @ForAll boolean tinyCache) {
        tell(keys, story, offset, lateness, tinyCache);
    }

    private void tell(RecordKeys keys, List<Action> story, int offset, int lateness, boolean tinyCache) {
        Model model = new Model(offset, lateness);
        OperatorSpec spec = new OperatorSpec.WindowSpec(
                TumblingEventTimeWindows.of(Duration.ofMillis(SIZE), Duration.ofMillis(offset)),
                null,
                null,
                null,
                new ListedWindow(),
                Types.STRING.createSerializer(),
                lateness,
                LATE);
        try (OperatorHarness harness = keys.apply(OperatorHarness.of(spec))
                .sideOutputs(LATE)
                .takingOneAtATime()
                .cacheBytes(tinyCache ? 1 : 1 << 20)
                .withoutRestarts("a story says where it restarts")
                .open()) {
            int number = 0;
            for (Action action : story) {
                List<String> expected = List.of();
                switch (action.what) {
                    case RECORD -> {
                        String record = action.key + "" + number++;
                        expected = model.record(action.key, record, action.number);
                        harness.record(record, action.number);
                    }
                    case WATERMARK -> {
                        long to = next(model, action);
                        expected = model.watermark(to);
                        harness.watermark(to);
                    }
                    case RESTART -> harness.restart();
                    case WATERMARK_WITH_BARRIER -> {
                        long to = next(model, action);
                        boolean rises = to > model.watermark;
                        expected = model.watermark(to);
                        barrierInTheMiddle(harness, to, action.steps);
                        assertThat(rises || expected.isEmpty()).isTrue();
                    }
                }
                assertThat(sorted(withoutRepeatedWatermarks(take(harness), expected)))
                        .as("%s of %s", action, story)
                        .isEqualTo(sorted(expected));
            }
            harness.end();
            List<String> expected = new ArrayList<>(model.watermark(Long.MAX_VALUE));
            expected.add("END");
            assertThat(sorted(take(harness))).isEqualTo(sorted(expected));
        }
    }

    private static long next(Model model, Action action) {
        long from = model.watermark == Long.MIN_VALUE ? -20 : model.watermark;
        return from + Math.floorMod(action.number, 15) - 2;
    }

    private static void barrierInTheMiddle(OperatorHarness harness, long watermark, int steps) {
        harness.enqueue(0, 0, new ControlElement.Watermark(watermark));
        for (int i = 0; i < steps; i++) {
            harness.step();
        }
        harness.enqueueBarrier();
        while (harness.snapshotIfTaken() == null) {
            harness.step();
        }
        HarnessSnapshot snapshot = harness.snapshotIfTaken();
        harness.restore(snapshot);
    }

    private static List<String> take(OperatorHarness harness) {
        List<String> all = new ArrayList<>(harness.take());
        harness.take(LATE).forEach(late -> all.add("late " + late.substring(0, late.lastIndexOf('@'))));
        return all;
    }

    /** The keys of one window fire in no promised order, so neighbours of one time are sorted. */
    private static List<String> sorted(List<String> results) {
        List<String> sorted = new ArrayList<>();
        int from = 0;
        while (from < results.size()) {
            int to = from + 1;
            while (to < results.size() && time(results.get(to)).equals(time(results.get(from)))) {
                to++;
            }
            List<String> ofOneTime = new ArrayList<>(results.subList(from, to));
            ofOneTime.sort(null);
            sorted.addAll(ofOneTime);
            from = to;
        }
        return sorted;
    }

    private static String time(String result) {
        return result.substring(result.lastIndexOf('@') + 1);
    }

    /** A restored operator repeats its watermark; consumers take no notice. */
    private static List<String> withoutRepeatedWatermarks(List<String> all, List<String> expected) {
        List<String> kept = new ArrayList<>(all);
        kept.removeIf(element -> element.startsWith("WM(") && !expected.contains(element));
        for (int i = kept.size() - 1; i > 0; i--) {
            if (kept.get(i).startsWith("WM(") && kept.indexOf(kept.get(i)) < i) {
                kept.remove(i);
            }
        }
        return kept;
    }
}
