package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.watermark.WatermarkCombinationFunction;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkDeclarations.BoolWatermarkBuilder;
import io.tidemark.api.watermark.WatermarkDeclarations.LongWatermarkBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Any values and ends in any order, under any declaration, against an oracle that sees all that has happened at once. */
final class WatermarkCombinerProperties {
    enum Kind {
        VALUE,
        UNCOUNTED,
        END
    }

    record Fact(int channel, Kind kind, long value) {}

    private static WatermarkDeclaration declaration(WatermarkCombinationFunction function, boolean waits) {
        LongWatermarkBuilder numbers =
                WatermarkDeclarations.newBuilder("x").typeLong().combineWaitForAllChannels(waits);
        BoolWatermarkBuilder flags =
                WatermarkDeclarations.newBuilder("x").typeBool().combineWaitForAllChannels(waits);
        return switch (function) {
            case MIN -> numbers.combineFunctionMin().build();
            case MAX -> numbers.combineFunctionMax().build();
            case AND -> flags.combineFunctionAND().build();
            case OR -> flags.combineFunctionOR().build();
        };
    }

    /** All channels' histories, looked at anew for each question. */
    private record Oracle(int channels, WatermarkCombinationFunction function, boolean waits, List<Fact> facts) {
        /** What comes out after each fact. */
        List<Optional<Long>> outputs() {
            List<Optional<Long>> outputs = new ArrayList<>();
            Optional<Long> last = Optional.empty();
            for (int n = 1; n <= facts.size(); n++) {
                Optional<Long> now = combinationAfter(n, last.isEmpty());
                boolean comesOut = now.isPresent() && !now.equals(last);
                outputs.add(comesOut ? now : Optional.empty());
                last = comesOut ? now : last;
            }
            return outputs;
        }

        private Optional<Long> combinationAfter(int n, boolean nothingCameOutYet) {
            List<Integer> all = IntStream.range(0, channels).boxed().toList();
            List<Integer> open = all.stream()
                    .filter(channel -> of(channel, n).stream().noneMatch(fact -> fact.kind == Kind.END))
                    .toList();
            if (open.isEmpty()) {
                return nothingCameOutYet ? combined(all, n) : Optional.empty();
            }
            if (waits && open.stream().anyMatch(channel -> of(channel, n).isEmpty())) {
                return Optional.empty();
            }
            return combined(open, n);
        }

        private Optional<Long> combined(List<Integer> of, int n) {
            List<Long> latest = of.stream()
                    .flatMap(channel -> latest(channel, n).stream())
                    .sorted()
                    .toList();
            if (latest.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    switch (function) {
                        case MIN -> latest.get(0);
                        case MAX -> latest.get(latest.size() - 1);
                        case AND -> latest.stream().allMatch(flag -> flag == 1) ? 1L : 0L;
                        case OR -> latest.stream().anyMatch(flag -> flag == 1) ? 1L : 0L;
                    });
        }

        private Optional<Long> latest(int channel, int n) {
            return of(channel, n).stream()
                    .filter(fact -> fact.kind == Kind.VALUE)
                    .reduce((earlier, later) -> later)
                    .map(Fact::value);
        }

        private List<Fact> of(int channel, int n) {
            return facts.subList(0, n).stream()
                    .filter(fact -> fact.channel == channel)
                    .toList();
        }
    }

    private static Optional<Long> apply(WatermarkCombiner combiner, Fact fact) {
        boolean out = switch (fact.kind) {
            case VALUE -> combiner.onValue(fact.channel, fact.value, 0);
            case UNCOUNTED -> combiner.onUncounted(fact.channel);
            case END -> combiner.onEnd(fact.channel);
        };
        return out ? Optional.of(combiner.combination()) : Optional.empty();
    }

    @Provide
    Arbitrary<List<Fact>> facts() {
        Arbitrary<Integer> channels = Arbitraries.integers().between(0, 5);
        Arbitrary<Kind> kinds = Arbitraries.frequencyOf(
                Tuple.of(14, Arbitraries.just(Kind.VALUE)),
                Tuple.of(1, Arbitraries.just(Kind.UNCOUNTED)),
                Tuple.of(2, Arbitraries.just(Kind.END)));
        Arbitrary<Long> values = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.longs().between(-3, 9)),
                Tuple.of(1, Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE)));
        return Combinators.combine(channels, kinds, values).as(Fact::new).list().ofMaxSize(40);
    }

    /** Only channels that there are, nothing after an end, and flags where flags are asked for. */
    private static List<Fact> fitting(List<Fact> facts, int channels, WatermarkCombinationFunction function) {
        boolean flags = function == WatermarkCombinationFunction.AND || function == WatermarkCombinationFunction.OR;
        boolean[] ended = new boolean[channels];
        List<Fact> fitting = new ArrayList<>();
        for (Fact fact : facts) {
            if (fact.channel >= channels || ended[fact.channel]) {
                continue;
            }
            ended[fact.channel] = fact.kind == Kind.END;
            fitting.add(flags ? new Fact(fact.channel, fact.kind, fact.value & 1) : fact);
        }
        return fitting;
    }

    @Property(tries = 4000)
    void agreesWithAnOracleThatSeesAllChannelsHistoriesAtOnce(
            @ForAll("facts") List<Fact> all,
            @ForAll @IntRange(min = 1, max = 6) int channels,
            @ForAll WatermarkCombinationFunction function,
            @ForAll boolean waits) {
        List<Fact> facts = fitting(all, channels, function);
        WatermarkCombiner combiner = new WatermarkCombiner(declaration(function, waits), channels);
        List<Optional<Long>> actual =
                facts.stream().map(fact -> apply(combiner, fact)).toList();
        assertThat(actual).isEqualTo(new Oracle(channels, function, waits, facts).outputs());
    }

    @Property(tries = 2000)
    void aSnapshotAtAnyPointChangesNothingOfWhatFollows(
            @ForAll("facts") List<Fact> all,
            @ForAll @IntRange(min = 1, max = 6) int channels,
            @ForAll WatermarkCombinationFunction function,
            @ForAll boolean waits,
            @ForAll @IntRange(max = 40) int cut) {
        List<Fact> facts = fitting(all, channels, function);
        int at = Math.min(cut, facts.size());
        WatermarkCombiner undisturbed = new WatermarkCombiner(declaration(function, waits), channels);
        facts.subList(0, at).forEach(fact -> apply(undisturbed, fact));
        WatermarkCombiner restored = copy(undisturbed, declaration(function, waits));
        for (Fact fact : facts.subList(at, facts.size())) {
            assertThat(apply(restored, fact)).isEqualTo(apply(undisturbed, fact));
        }
    }

    private static WatermarkCombiner copy(WatermarkCombiner from, WatermarkDeclaration declaration) {
        WatermarkCombiner to = new WatermarkCombiner(declaration, from.channels());
        for (int channel = 0; channel < from.channels(); channel++) {
            if (from.hasValue(channel)) {
                to.restoreChannel(channel, from.value(channel));
            } else if (from.isHeard(channel)) {
                to.restoreUncounted(channel);
            }
            if (from.isEnded(channel)) {
                to.restoreEnd(channel);
            }
        }
        if (from.hasCombination()) {
            to.restore(from.combination());
        }
        return to;
    }
}
