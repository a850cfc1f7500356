package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.OneInputEventTimeStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;
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

    private static Piece piece(Mode mode) {
        return Piece.of(mode.harness(), records -> Piece.keyed(records).process(new Moving()));
    }

    @ParameterizedTest
    @EnumSource
    void trP8_aNamedTimerMovesWhenItIsSetAgainAndGoesWhenItIsCleared(Mode mode) {
        try (Piece piece = piece(mode)) {
            piece.record("a10", 1);
            piece.record("b10", 1);
            piece.record("a20", 1);
            piece.record("b-", 1);
            piece.watermark(15);
            piece.watermark(20);
            piece.processingTime(1_021);
            assertThat(piece.take())
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
    @EnumSource
    void trP7_whatBecomesOfTimersAtTheEndIsTheChoiceOfFunctionsOfTheseFamiliesToo(Mode mode) {
        try (Piece piece = piece(mode)) {
            piece.record("a10", 1);
            piece.end();
            assertThat(piece.take()).containsExactly("a10 null@1", "event 10@10", "WM(MAX)", "clock 1010@none", "END");
        }
    }
}
