package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkStrategy;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Splits of a reader under any history, against an oracle that sees all of it at once: rows M. */
final class SplitTimesProperties {
    enum Kind {
        ADD,
        COMPLETE,
        WATERMARK,
        RECORD,
        IDLE,
        ACTIVE,
        FINISH
    }

    record Fact(int split, Kind kind, long watermark) {}

    /** What a reader should say. */
    record Expected(long watermark, boolean idle) {
        /** Works everything out anew from all that has happened, and what it said before. */
        static Expected after(List<Fact> facts, int splits, Expected before) {
            boolean complete = facts.stream().anyMatch(fact -> fact.kind == Kind.COMPLETE);
            if (!complete) {
                return new Expected(before.watermark, false);
            }
            boolean anyAdded = false;
            boolean anyReading = false;
            boolean anyActive = false;
            long least = Long.MAX_VALUE;
            long largest = Long.MIN_VALUE;
            for (int split = 0; split < splits; split++) {
                int one = split;
                List<Fact> own = facts.stream()
                        .filter(fact -> fact.split == one && fact.kind != Kind.COMPLETE)
                        .toList();
                if (own.isEmpty()) {
                    continue;
                }
                anyAdded = true;
                long last = own.stream()
                        .filter(fact -> fact.kind == Kind.WATERMARK)
                        .mapToLong(Fact::watermark)
                        .max()
                        .orElse(Long.MIN_VALUE);
                largest = Math.max(largest, last);
                if (own.stream().anyMatch(fact -> fact.kind == Kind.FINISH)) {
                    continue;
                }
                anyReading = true;
                boolean idle = own.get(own.size() - 1).kind == Kind.IDLE;
                if (!idle) {
                    anyActive = true;
                    least = Math.min(least, last);
                }
            }
            if (anyAdded && !anyReading) {
                return before;
            }
            return new Expected(Math.max(before.watermark, anyActive ? least : largest), !anyActive);
        }
    }

    @Provide
    Arbitrary<List<Fact>> facts() {
        Arbitrary<Kind> kinds = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(Kind.ADD)),
                Tuple.of(1, Arbitraries.just(Kind.COMPLETE)),
                Tuple.of(12, Arbitraries.just(Kind.WATERMARK)),
                Tuple.of(2, Arbitraries.just(Kind.RECORD)),
                Tuple.of(3, Arbitraries.just(Kind.IDLE)),
                Tuple.of(1, Arbitraries.just(Kind.ACTIVE)),
                Tuple.of(1, Arbitraries.just(Kind.FINISH)));
        return Combinators.combine(
                        Arbitraries.integers().between(0, 4),
                        kinds,
                        Arbitraries.longs().between(-3, 30))
                .as(Fact::new)
                .list()
                .ofMaxSize(60);
    }

    /** The facts that can happen: nothing of a split before it is added or after it is finished, no split after the last. */
    private static List<Fact> possible(List<Fact> facts, int splits) {
        List<Fact> possible = new ArrayList<>();
        List<Integer> added = new ArrayList<>();
        List<Integer> finished = new ArrayList<>();
        boolean complete = false;
        for (Fact fact : facts) {
            boolean isThere = added.contains(fact.split) && !finished.contains(fact.split);
            boolean happens = switch (fact.kind) {
                case ADD -> fact.split < splits && !complete && !added.contains(fact.split);
                case COMPLETE -> !complete;
                default -> isThere;
            };
            if (happens) {
                possible.add(fact);
                complete |= fact.kind == Kind.COMPLETE;
                if (fact.kind == Kind.ADD) {
                    added.add(fact.split);
                } else if (fact.kind == Kind.FINISH) {
                    finished.add(fact.split);
                }
            }
        }
        return possible;
    }

    @Property(tries = 3000)
    void m1_m2_m3_m4_splitsCombineAsAnOracleSaysThatSeesAllTheirHistories(
            @ForAll("facts") List<Fact> all, @ForAll @IntRange(min = 0, max = 5) int splits) {
        List<Fact> facts = possible(all, splits);
        SplitTimes times = new SplitTimes(Long.MIN_VALUE, false, () -> 0, () -> {});
        GeneratorTime[] generators = new GeneratorTime[splits];
        Expected expected = new Expected(Long.MIN_VALUE, false);
        for (int n = 1; n <= facts.size(); n++) {
            Fact fact = facts.get(n - 1);
            switch (fact.kind) {
                case ADD -> {
                    generators[fact.split] = new GeneratorTime(
                            "split" + fact.split,
                            WatermarkStrategy.noWatermarks().createWatermarkGenerator(null),
                            -1,
                            times::onChange);
                    times.add(generators[fact.split]);
                }
                case COMPLETE -> times.complete();
                case WATERMARK -> generators[fact.split].emitWatermark(new Watermark(fact.watermark));
                case RECORD -> generators[fact.split].beforeRecord();
                case IDLE -> generators[fact.split].markIdle();
                case ACTIVE -> generators[fact.split].markActive();
                case FINISH -> generators[fact.split].finish();
            }
            expected = Expected.after(facts.subList(0, n), splits, expected);
            assertThat(times.watermark()).as("%s", facts.subList(0, n)).isEqualTo(expected.watermark);
            assertThat(times.isIdle()).as("%s", facts.subList(0, n)).isEqualTo(expected.idle);
        }
    }
}
