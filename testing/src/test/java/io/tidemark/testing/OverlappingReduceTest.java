package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.WindowedStream;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.Tuple3;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.CountEvictor;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reduces whose windows overlap: that share slices, and that keep all for themselves. */
class OverlappingReduceTest {
    private static final SlidingEventTimeWindows TEN_BY_FIVE =
            SlidingEventTimeWindows.of(Duration.ofMillis(10), Duration.ofMillis(5));

    /** How windows are kept. */
    private enum Kept {
        IN_SLICES,
        ONE_BY_ONE,
        RECORD_BY_RECORD;

        Trigger<Object, TimeWindow> trigger() {
            return this == ONE_BY_ONE ? new OtherTrigger<>(EventTimeTrigger.create()) : null;
        }

        Evictor<Object, TimeWindow> evictor() {
            return this == RECORD_BY_RECORD ? CountEvictor.of(100) : null;
        }
    }

    private static List<String> windows(Mode mode, Kept kept, ReduceFunction<List<String>> reduce) {
        WindowSpec spec = new WindowSpec(
                TEN_BY_FIVE,
                kept.trigger(),
                reduce,
                null,
                new JoinedWindow(),
                Types.LIST(Types.STRING).createSerializer(),
                20,
                null,
                kept.evictor());
        try (OperatorHarness harness = mode.apply(OperatorHarness.of(spec)
                        .keyedBy((List<String> record) -> record.get(0).substring(0, 1), Types.STRING))
                .open()) {
            harness.record(new ArrayList<>(List.of("a1")), 1);
            harness.record(new ArrayList<>(List.of("a2")), 2);
            harness.record(new ArrayList<>(List.of("a3")), 6);
            harness.record(new ArrayList<>(List.of("a4")), 12);
            harness.watermark(9);
            harness.record(new ArrayList<>(List.of("a5")), 8);
            harness.watermark(14);
            harness.record(new ArrayList<>(List.of("a6")), 13);
            harness.watermark(40);
            return harness.takeValues().stream().map(Object::toString).toList();
        }
    }

    private static final List<String> WINDOWS = List.of(
            "a[-5,5)=a1+a2",
            "a[0,10)=a1+a2+a3",
            "a[0,10)=a1+a2+a3+a5",
            "a[5,15)=a3+a5+a4",
            "a[5,15)=a3+a5+a4+a6",
            "a[10,20)=a4+a6");

    /** In slices and one by one, records come in another order: that of slices, or that of arrival. */
    private static List<String> sorted(List<String> windows) {
        return windows.stream()
                .map(window -> {
                    int from = window.indexOf('=') + 1;
                    List<String> records =
                            new ArrayList<>(List.of(window.substring(from).split("\\+")));
                    records.sort(null);
                    return window.substring(0, from) + String.join("+", records);
                })
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void aReduceThatChangesItsFirstRecordChangesItInOneWindowOnly(Mode mode) {
        ReduceFunction<List<String>> reduce = (a, b) -> {
            a.addAll(b);
            return a;
        };
        for (Kept kept : Kept.values()) {
            assertThat(sorted(windows(mode, kept, reduce))).as("%s", kept).isEqualTo(sorted(WINDOWS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReduceThatChangesItsSecondRecordChangesItInOneWindowOnly(Mode mode) {
        ReduceFunction<List<String>> reduce = (a, b) -> {
            b.addAll(0, a);
            return b;
        };
        for (Kept kept : Kept.values()) {
            assertThat(sorted(windows(mode, kept, reduce))).as("%s", kept).isEqualTo(sorted(WINDOWS));
        }
    }

    /** One of the reduces by a field. */
    private enum ByField {
        SUM,
        MIN,
        MAX,
        MIN_BY,
        MAX_BY,
        LAST_MIN_BY,
        LAST_MAX_BY;

        SingleOutputStreamOperator<Tuple3<String, Integer, Integer>> of(
                WindowedStream<Tuple3<String, Integer, Integer>, String, TimeWindow> windows) {
            return switch (this) {
                case SUM -> windows.sum(1);
                case MIN -> windows.min(1);
                case MAX -> windows.max(1);
                case MIN_BY -> windows.minBy(1);
                case MAX_BY -> windows.maxBy(1);
                case LAST_MIN_BY -> windows.minBy(1, false);
                case LAST_MAX_BY -> windows.maxBy(1, false);
            };
        }
    }

    /** The same windows twice, of which the second ones do not share slices. Records are a key, an amount and a number. */
    private static final class Twice implements AutoCloseable {
        private final StreamHarness harness = StreamHarness.create();
        private final TestInput<Tuple3<String, Integer, Integer>> input =
                harness.input(Types.TUPLE(Types.STRING, Types.INT, Types.INT));
        private final TestOutput<Tuple3<String, Integer, Integer>> inSlices;
        private final TestOutput<Tuple3<String, Integer, Integer>> oneByOne;

        Twice(ByField byField, long sizeMs, long slideMs, long latenessMs) {
            inSlices = harness.output(
                    byField.of(windows(sizeMs, slideMs, latenessMs)).uid("in-slices"));
            oneByOne = harness.output(byField.of(
                            windows(sizeMs, slideMs, latenessMs).trigger(new OtherTrigger<>(EventTimeTrigger.create())))
                    .uid("one-by-one"));
        }

        private WindowedStream<Tuple3<String, Integer, Integer>, String, TimeWindow> windows(
                long sizeMs, long slideMs, long latenessMs) {
            return input.stream()
                    .keyBy(record -> record.f0, Types.STRING)
                    .window(SlidingEventTimeWindows.of(Duration.ofMillis(sizeMs), Duration.ofMillis(slideMs)))
                    .allowedLateness(Duration.ofMillis(latenessMs));
        }

        @Override
        public void close() {
            harness.close();
        }
    }

    @Test
    void ofSeveralEqualRecordsTheFirstByArrivalWinsAlsoWhereALaterSliceHasIt() {
        try (Twice twice = new Twice(ByField.MAX_BY, 10, 5, 0)) {
            twice.input.record(Tuple3.of("a", 7, 1), 8);
            twice.input.record(Tuple3.of("a", 7, 2), 3);
            twice.input.record(Tuple3.of("a", 6, 3), 1);
            twice.input.watermark(9);
            List<Tuple3<String, Integer, Integer>> expected = List.of(Tuple3.of("a", 7, 2), Tuple3.of("a", 7, 1));
            assertThat(twice.inSlices.takeValues()).isEqualTo(expected);
            assertThat(twice.oneByOne.takeValues()).isEqualTo(expected);
        }
    }

    @Test
    void theOtherFieldsOfASumAreThoseOfTheFirstRecordByArrivalAlsoWhereALaterSliceHasIt() {
        try (Twice twice = new Twice(ByField.SUM, 10, 5, 0)) {
            twice.input.record(Tuple3.of("a", 7, 1), 8);
            twice.input.record(Tuple3.of("a", 7, 2), 3);
            twice.input.watermark(9);
            List<Tuple3<String, Integer, Integer>> expected = List.of(Tuple3.of("a", 7, 2), Tuple3.of("a", 14, 1));
            assertThat(twice.inSlices.takeValues()).isEqualTo(expected);
            assertThat(twice.oneByOne.takeValues()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void reducesByAFieldGiveTheSameWhetherWindowsShareSlicesOrNot(ByField byField) {
        long seed = Long.getLong("tidemark.oracle.seed", System.nanoTime() >>> 8);
        Random random = new Random(seed);
        for (int stream = 0; stream < 4; stream++) {
            long sizeMs = 4 + random.nextInt(16);
            long slideMs = 4 + random.nextInt(5);
            try (Twice twice = new Twice(byField, sizeMs, slideMs, random.nextInt(2) * 10L)) {
                twice.harness.withoutRestarts("it is restored now and then: at every step takes long");
                for (int number = 0; number < 40; number++) {
                    String key = random.nextBoolean() ? "a" : "b";
                    twice.input.record(Tuple3.of(key, random.nextInt(4), number), number - random.nextInt(15));
                    if (random.nextInt(5) == 0) {
                        twice.input.watermark(number - random.nextInt(12));
                    }
                    if (random.nextInt(12) == 0) {
                        twice.harness.restore(twice.harness.snapshot(), 1 + random.nextInt(2));
                    }
                    assertSame(twice, "seed %s, stream %s, record %s", seed, stream, number);
                }
                twice.input.end();
                assertSame(twice, "seed %s, stream %s, at the end", seed, stream);
            }
        }
    }

    private static void assertSame(Twice twice, String what, Object... of) {
        assertThat(twice.inSlices.takeRecords())
                .as(what, of)
                .containsExactlyInAnyOrderElementsOf(twice.oneByOne.takeRecords());
    }
}
