package io.tidemark.testing;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.CountEvictor;
import io.tidemark.api.window.DeltaEvictor;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.TimeEvictor;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TimestampedValue;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.time.Duration;
import java.util.Iterator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What windows lose when they fire: rows N8 of the semantics. */
class WindowEvictorTest {
    private static WindowStory tumbling() {
        return WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(10)));
    }

    @ParameterizedTest
    @EnumSource
    void n8_aCountEvictorKeepsTheLastByArrivalAndWhatItTookIsGoneForLaterFirings(Mode mode) {
        tumbling()
                .lateness(5)
                .evictor(CountEvictor.of(2))
                .play(
                        mode,
                        "a1@1 -> [] ; a2@2 -> [] ; a3@3 -> [] ; WM9 -> [a[0,10)=a2+a3@9 WM(9)] ; a4@4 -> [a[0,10)=a3+a4@9]"
                                + " ; WM14 -> [WM(14)]");
    }

    @ParameterizedTest
    @EnumSource
    void n8b_anEvictorThatComesAfterTheFunctionLetsItSeeAll(Mode mode) {
        tumbling()
                .lateness(5)
                .evictor(CountEvictor.of(2, true))
                .play(
                        mode,
                        "a1@1 -> [] ; a2@2 -> [] ; a3@3 -> [] ; WM9 -> [a[0,10)=a1+a2+a3@9 WM(9)]"
                                + " ; a4@4 -> [a[0,10)=a2+a3+a4@9]");
    }

    @ParameterizedTest
    @EnumSource
    void n8c_aTimeEvictorKeepsWhatIsCloseToTheLatestTimestamp(Mode mode) {
        tumbling()
                .evictor(TimeEvictor.of(Duration.ofMillis(3)))
                .play(mode, "a1@1 -> [] ; a9@9 -> [] ; a6@6 -> [] ; a7@7 -> [] ; WM9 -> [a[0,10)=a9+a7@9 WM(9)]");
    }

    @ParameterizedTest
    @EnumSource
    void n8d_aDeltaEvictorKeepsWhatIsCloseToTheLastRecord(Mode mode) {
        tumbling()
                .evictor(DeltaEvictor.of(3, (String a, String b) -> b.charAt(1) - a.charAt(1)))
                .play(
                        mode,
                        "a1@1 -> [] ; a8@2 -> [] ; a4@3 -> [] ; a5@4 -> [] ; a6@5 -> []"
                                + " ; WM9 -> [a[0,10)=a8+a4+a5+a6@9 WM(9)]");
    }

    @ParameterizedTest
    @EnumSource
    void n8e_tm16_aWindowThatAnEvictorEmptiesDoesNotCallItsFunction(Mode mode) {
        tumbling()
                .lateness(5)
                .evictor(CountEvictor.of(0))
                .play(mode, "a1@1 -> [] ; WM9 -> [WM(9)] ; a2@2 -> [] ; WM14 -> [WM(14)]");
    }

    private static final class Lengths implements AggregateFunction<String, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String value, Long accumulator) {
            return accumulator + value.length();
        }

        @Override
        public String getResult(Long accumulator) {
            return "length=" + accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    @ParameterizedTest
    @EnumSource
    void n8_aReduceOrAggregateUnderAnEvictorSeesWhatIsLeft(Mode mode) {
        tumbling()
                .evictor(CountEvictor.of(2))
                .reduce(new Concatenation())
                .play(mode, "a1@1 -> [] ; a2@2 -> [] ; a3@3 -> [] ; WM9 -> [a23@9 WM(9)]");
        tumbling()
                .evictor(CountEvictor.of(2))
                .aggregate(new Lengths(), new ListedWindow(), Types.LONG)
                .play(mode, "a1@1 -> [] ; a22@2 -> [] ; a333@3 -> [] ; WM9 -> [a[0,10)=length=7@9 WM(9)]");
    }

    /** An evictor as a user writes one: takes out records with an even digit, and those behind the watermark. */
    private static final class EvenEvictor implements Evictor<String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void evictBefore(
                Iterable<TimestampedValue<String>> elements, int size, TimeWindow window, EvictorContext context) {
            for (Iterator<TimestampedValue<String>> all = elements.iterator(); all.hasNext(); ) {
                if (all.next().getValue().charAt(1) % 2 == 0) {
                    all.remove();
                }
            }
        }

        @Override
        public void evictAfter(
                Iterable<TimestampedValue<String>> elements, int size, TimeWindow window, EvictorContext context) {
            for (Iterator<TimestampedValue<String>> all = elements.iterator(); all.hasNext(); ) {
                if (all.next().getTimestamp() < context.getCurrentWatermark() - 5) {
                    all.remove();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEvictorOfTheUserTakesOutBeforeAndAfter(Mode mode) {
        tumbling()
                .lateness(5)
                .evictor(new EvenEvictor())
                .play(
                        mode,
                        "a1@1 -> [] ; a2@2 -> [] ; a3@5 -> [] ; WM9 -> [a[0,10)=a1+a3@9 WM(9)] ; a5@9 -> [a[0,10)=a3+a5@9]");
    }
}
