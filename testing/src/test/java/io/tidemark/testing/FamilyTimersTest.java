package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.OneInputEventTimeStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Named timers, and what becomes of timers at the end, in the families of functions that are told their partition. */
class FamilyTimersTest {

    /** Moves a timer of each clock with every record, and says which one fires. */
    private static final class Moving implements OneInputEventTimeStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public EndOfInputPolicy endOfInputPolicy() {
            return EndOfInputPolicy.FIRE_NOW;
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx) {
            if (record.endsWith("-")) {
                ctx.getEventTimeManager().clear("event");
                ctx.getProcessingTimeManager().clear("clock");
                return;
            }
            long time = Long.parseLong(record.substring(1));
            ctx.getEventTimeManager().set("event", time);
            ctx.getProcessingTimeManager().set("clock", 1_000 + time);
            output.collect(record + " " + ctx.getTimerName());
        }

        @Override
        public void onEventTimer(long timestamp, Collector<String> output, PartitionedContext<String> ctx) {
            output.collect(ctx.getTimerName() + " " + timestamp);
        }

        @Override
        public void onProcessingTimer(long timestamp, Collector<String> output, PartitionedContext<String> ctx) {
            output.collect(ctx.getTimerName() + " " + timestamp);
        }
    }

    private static OperatorHarness harness(Mode mode) {
        return mode.apply(OperatorHarness.of(new OperatorSpec.StreamProcessSpec(new Moving()))
                        .keyedBy((String record) -> record.substring(0, 1), Types.STRING))
                .open();
    }

    @ParameterizedTest
    @EnumSource
    void trP8_aNamedTimerMovesWhenItIsSetAgainAndGoesWhenItIsCleared(Mode mode) {
        try (OperatorHarness harness = harness(mode)) {
            harness.record("a10", 1);
            harness.record("b10", 1);
            harness.record("a20", 1);
            harness.record("b-", 1);
            harness.watermark(15);
            harness.watermark(20);
            harness.processingTime(1_021);
            assertThat(harness.take())
                    .containsExactly(
                            "a10 null@1",
                            "b10 null@1",
                            "a20 null@1",
                            "WM(15)",
                            "event 20@20",
                            "WM(20)",
                            "clock 1020@none");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RESTARTING")
    void trP7_whatBecomesOfTimersAtTheEndIsTheChoiceOfFunctionsOfTheseFamiliesToo(Mode mode) {
        try (OperatorHarness harness = harness(mode)) {
            harness.record("a10", 1);
            harness.end();
            assertThat(harness.take())
                    .containsExactly("a10 null@1", "event 10@10", "WM(MAX)", "clock 1010@none", "END");
        }
    }
}
