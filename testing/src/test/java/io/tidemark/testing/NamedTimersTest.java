package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.function.TimerService;
import io.tidemark.api.type.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Timers with names, of both clocks, restored at every step. */
class NamedTimersTest {
    private final StreamHarness harness = StreamHarness.create();
    private TestInput<String> input;
    private TestOutput<String> out;

    @AfterEach
    void close() {
        harness.close();
    }

    /**
     * Does what records say: {@code set NAME TIME}, {@code clear NAME}. A timer that fires says so, and its name what it does then:
     * {@code again} sets itself ten later up to three times, {@code clears} clears {@code other}, {@code moves} moves it.
     */
    private static final class Scripted extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private final TimeDomain domain;

        Scripted(TimeDomain domain) {
            this.domain = domain;
        }

        private void set(TimerService timers, String name, long time) {
            if (domain == TimeDomain.EVENT_TIME) {
                timers.setEventTimeTimer(name, time);
            } else {
                timers.setProcessingTimeTimer(name, time);
            }
        }

        private void clear(TimerService timers, String name) {
            if (domain == TimeDomain.EVENT_TIME) {
                timers.clearEventTimeTimer(name);
            } else {
                timers.clearProcessingTimeTimer(name);
            }
        }

        @Override
        public EndOfInputPolicy endOfInputPolicy() {
            return EndOfInputPolicy.FIRE_NOW;
        }

        @Override
        public void processElement(String record, Context ctx, Collector<String> collector) {
            String[] words = record.split(" ");
            if (words[0].equals("set")) {
                set(ctx.timerService(), words[1], Long.parseLong(words[2]));
            } else {
                clear(ctx.timerService(), words[1]);
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> collector) {
            collector.collect(ctx.timerName() + " " + timestamp);
            switch (ctx.timerName()) {
                case "again" -> {
                    if (timestamp < 30) {
                        set(ctx.timerService(), "again", timestamp + 5);
                        set(ctx.timerService(), "again", timestamp + 10);
                    }
                }
                case "clears" -> {
                    clear(ctx.timerService(), "clears");
                    clear(ctx.timerService(), "other");
                }
                case "moves" -> set(ctx.timerService(), "other", timestamp + 100);
                default -> {
                    // It is only told of.
                }
            }
        }
    }

    private void run(TimeDomain domain) {
        input = harness.input(Types.STRING);
        out = harness.output(input.stream().keyBy(record -> "k", Types.STRING).process(new Scripted(domain)));
    }

    /** The clock of the domain passes a time. */
    private void pass(TimeDomain domain, long time) {
        if (domain == TimeDomain.EVENT_TIME) {
            input.watermark(time);
        } else {
            harness.processingTime(time + 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void trP8_settingATimerAgainReplacesTheEarlierOneAlsoAfterARestore(TimeDomain domain) {
        run(domain);
        input.record("set a 20");
        harness.restore(harness.snapshot());
        input.record("set a 10").record("set b 15");
        harness.restore(harness.snapshot());
        input.record("set b 30");
        pass(domain, 29);
        assertThat(out.takeValues()).containsExactly("a 10");
        pass(domain, 30);
        assertThat(out.takeValues()).containsExactly("b 30");
    }

    @ParameterizedTest
    @EnumSource
    void trP8_aTimerThatSetsItselfAgainWhenItFiresStandsWhereItWasSetLast(TimeDomain domain) {
        run(domain);
        input.record("set again 10");
        pass(domain, 100);
        assertThat(out.takeValues()).containsExactly("again 10", "again 20", "again 30");
    }

    @ParameterizedTest
    @EnumSource
    void trP8_aTimerThatIsClearedByOneThatFiresDoesNotFireThoughBothWereDue(TimeDomain domain) {
        run(domain);
        input.record("set clears 10").record("set other 10").record("set third 10");
        pass(domain, 10);
        assertThat(out.takeValues()).containsExactly("clears 10", "third 10");
    }

    @ParameterizedTest
    @EnumSource
    void trP8_aTimerThatIsMovedByOneThatFiresFiresOnceAtItsNewTime(TimeDomain domain) {
        run(domain);
        input.record("set moves 10").record("set other 10");
        pass(domain, 10);
        assertThat(out.takeValues()).containsExactly("moves 10");
        pass(domain, 110);
        assertThat(out.takeValues()).containsExactly("other 110");
    }

    @ParameterizedTest
    @EnumSource
    void trP8_aTimerThatIsClearedAfterARestoreDoesNotFireAndMayBeSetAgain(TimeDomain domain) {
        run(domain);
        input.record("set a 10");
        harness.restore(harness.snapshot());
        input.record("clear a");
        pass(domain, 10);
        assertThat(out.takeValues()).isEmpty();
        input.record("set a 20");
        pass(domain, 20);
        assertThat(out.takeValues()).containsExactly("a 20");
    }
}
