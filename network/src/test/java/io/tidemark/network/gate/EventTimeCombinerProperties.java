package io.tidemark.network.gate;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Any facts in any order, against an oracle that works everything out anew from all that has happened. */
final class EventTimeCombinerProperties {
    enum Kind {
        WATERMARK,
        IDLE,
        ACTIVE,
        END
    }

    record Fact(int channel, Kind kind, long watermark) {}

    /** What a gate should be after some facts. */
    record Expected(long watermark, boolean idle, boolean ended, int heldBackBy) {
        static Expected after(int channels, List<Fact> facts) {
            long watermark = Long.MIN_VALUE;
            Expected now = null;
            for (int n = 0; n <= facts.size(); n++) {
                now = at(channels, facts.subList(0, n), watermark);
                watermark = now.watermark;
            }
            return now;
        }

        private static Expected at(int channels, List<Fact> facts, long before) {
            long minimum = Long.MAX_VALUE;
            long largest = Long.MIN_VALUE;
            int heldBackBy = -1;
            int endedChannels = 0;
            for (int channel = 0; channel < channels; channel++) {
                long last = Long.MIN_VALUE;
                boolean idle = false;
                boolean ended = false;
                for (Fact fact : facts) {
                    if (fact.channel != channel || ended) {
                        continue;
                    }
                    switch (fact.kind) {
                        case WATERMARK -> {
                            last = Math.max(last, fact.watermark);
                            idle = false;
                        }
                        case IDLE -> idle = true;
                        case ACTIVE -> idle = false;
                        case END -> ended = true;
                    }
                }
                largest = Math.max(largest, last);
                endedChannels += ended ? 1 : 0;
                if (!ended && !idle && last < minimum) {
                    minimum = last;
                    heldBackBy = channel;
                }
            }
            boolean allEnded = endedChannels == channels;
            boolean allIdle = heldBackBy == -1 && !allEnded;
            long candidate = allEnded ? Long.MAX_VALUE : allIdle ? largest : minimum;
            return new Expected(Math.max(before, candidate), allIdle, allEnded, heldBackBy);
        }
    }

    private static GateChange apply(EventTimeCombiner combiner, Fact fact) {
        return switch (fact.kind) {
            case WATERMARK -> combiner.onWatermark(fact.channel, fact.watermark, 0);
            case IDLE -> combiner.onIdle(fact.channel, 0);
            case ACTIVE -> combiner.onActive(fact.channel, 0);
            case END -> combiner.onEnd(fact.channel, 0);
        };
    }

    @Provide
    Arbitrary<List<Fact>> facts() {
        Arbitrary<Integer> channels = Arbitraries.integers().between(0, 5);
        Arbitrary<Kind> kinds = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.just(Kind.WATERMARK)),
                Tuple.of(3, Arbitraries.just(Kind.IDLE)),
                Tuple.of(2, Arbitraries.just(Kind.ACTIVE)),
                Tuple.of(1, Arbitraries.just(Kind.END)));
        Arbitrary<Long> watermarks = Arbitraries.longs().between(-3, 30);
        return Combinators.combine(channels, kinds, watermarks)
                .as(Fact::new)
                .list()
                .ofMaxSize(60);
    }

    @Property(tries = 2000)
    void agreesWithAnOracleThatWorksEverythingOutAnewAndTellsExactlyWhatChanged(
            @ForAll("facts") List<Fact> all, @ForAll @IntRange(min = 1, max = 6) int channels) {
        List<Fact> facts = all.stream().filter(fact -> fact.channel < channels).toList();
        EventTimeCombiner combiner = new EventTimeCombiner(channels);
        Expected before = Expected.after(channels, List.of());
        for (int n = 1; n <= facts.size(); n++) {
            GateChange change = apply(combiner, facts.get(n - 1));
            Expected now = Expected.after(channels, facts.subList(0, n));

            assertThat(combiner.watermark()).isEqualTo(now.watermark);
            assertThat(combiner.isIdle()).isEqualTo(now.idle);
            assertThat(combiner.isEnded()).isEqualTo(now.ended);
            assertThat(combiner.heldBackBy()).isEqualTo(now.heldBackBy);
            assertThat(change.watermarkRose()).isEqualTo(now.watermark > before.watermark);
            assertThat(change.becameIdle()).isEqualTo(now.idle && !before.idle);
            assertThat(change.becameActive()).isEqualTo(before.idle && !now.idle);
            before = now;
        }
    }

    @Property(tries = 500)
    void aSnapshotAtAnyPointChangesNothingOfWhatFollows(
            @ForAll("facts") List<Fact> all,
            @ForAll @IntRange(min = 1, max = 6) int channels,
            @ForAll @IntRange(max = 60) int cut) {
        List<Fact> facts = all.stream().filter(fact -> fact.channel < channels).toList();
        int at = Math.min(cut, facts.size());
        EventTimeCombiner undisturbed = new EventTimeCombiner(channels);
        facts.subList(0, at).forEach(fact -> apply(undisturbed, fact));

        EventTimeCombiner restored = new EventTimeCombiner(channels);
        for (int i = 0; i < channels; i++) {
            restored.restoreChannel(i, undisturbed.watermark(i), undisturbed.isIdle(i), undisturbed.isEnded(i));
        }
        assertThat(restored.restore(undisturbed.watermark(), undisturbed.isIdle()))
                .isEqualTo(GateChange.NONE);

        List<GateChange> expected = new ArrayList<>();
        List<GateChange> actual = new ArrayList<>();
        for (Fact fact : facts.subList(at, facts.size())) {
            expected.add(apply(undisturbed, fact));
            actual.add(apply(restored, fact));
            assertThat(restored.watermark()).isEqualTo(undisturbed.watermark());
        }
        assertThat(actual).isEqualTo(expected);
    }

    @Property(tries = 300)
    void theTournamentFindsTheFirstOfTheSmallest(
            @ForAll @IntRange(min = 1, max = 70) int count, @ForAll List<Integer> changes) {
        MinimumTree tree = new MinimumTree(count, 0);
        long[] plain = new long[count];
        for (int i = 0; i < changes.size(); i++) {
            int index = Math.floorMod(changes.get(i) * 31 + i, count);
            plain[index] = changes.get(i);
            tree.set(index, changes.get(i));
            int smallest = 0;
            for (int j = 1; j < count; j++) {
                smallest = plain[j] < plain[smallest] ? j : smallest;
            }
            assertThat(tree.indexOfMinimum()).isEqualTo(smallest);
            assertThat(tree.minimum()).isEqualTo(plain[smallest]);
        }
    }
}
