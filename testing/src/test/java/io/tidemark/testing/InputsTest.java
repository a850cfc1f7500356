package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Event time of operators with two inputs, and of inputs with several channels: rows I and V of the semantics by the task. */
class InputsTest {

    /** Passes records on, and says when an input ends. */
    private static final class PassOn implements Operator {
        private OperatorOutput output;

        @Override
        public void open(OperatorContext context) {
            output = context.output();
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            output.collect(0, value, timestamp);
        }

        @Override
        public void endInput(int input) {
            output.collect(0, "end" + input, Long.MIN_VALUE);
        }
    }

    private static OperatorHarness open(Mode mode, int... channels) {
        return mode.apply(OperatorHarness.of(PassOn::new).channels(channels)).open();
    }

    @Test
    void tm4_whatAnIdleOperatorSaysWhenAnInputEndsWakesNobodyForGood() {
        try (OperatorHarness harness = open(Mode.PLAIN, 1, 1)) {
            harness.idle(0, 0);
            harness.idle(1, 0);
            assertThat(harness.take()).containsExactly("IDLE");
            harness.end(0, 0);
            assertThat(harness.take()).endsWith("end0@none", "IDLE");
        }
    }

    /** Steps such as {@code 1:5}, {@code 2:IDLE}, {@code 2:ACTIVE}; what comes out after each, or {@code -}. */
    private static void play(OperatorHarness harness, boolean byInput, String steps, String expected) {
        String[] outputs = expected.split(" ; ");
        String[] inputs = steps.split(" ");
        for (int i = 0; i < inputs.length; i++) {
            String[] parts = inputs[i].split(":");
            int number = Integer.parseInt(parts[0]);
            int input = byInput ? number - 1 : 0;
            int channel = byInput ? 0 : number;
            switch (parts[1]) {
                case "IDLE" -> harness.idle(input, channel);
                case "ACTIVE" -> harness.active(input, channel);
                case "END" -> harness.end(input, channel);
                default -> harness.watermark(input, channel, Trace.number(parts[1]));
            }
            String out = String.join(" ", harness.take());
            assertThat(out.isEmpty() ? "-" : out)
                    .as("step %s of %s", inputs[i], steps)
                    .isEqualTo(outputs[i]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void j3_atTheEndTheFinalWatermarkComesAfterTheLastRecordAndTheEndOfTheInputAfterThat(Mode mode) {
        try (OperatorHarness harness = open(mode, 1)) {
            harness.record("x", 1);
            harness.watermark(5);
            harness.record("y", 7);
            harness.end();
            assertThat(harness.take()).containsExactly("x@1", "WM(5)", "y@7", "WM(MAX)", "end0@none", "END");
        }
    }

    @ParameterizedTest
    @EnumSource
    void i1_eventTimeOfTwoInputsIsTheirMinimum(Mode mode) {
        try (OperatorHarness harness = open(mode, 1, 1)) {
            play(harness, true, "1:10 2:5 2:7 2:20 1:15", "- ; WM(5) ; WM(7) ; WM(10) ; WM(15)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void i2_tm2_anInputThatWakesBehindHoldsBack(Mode mode) {
        try (OperatorHarness harness = open(mode, 1, 1)) {
            play(
                    harness,
                    true,
                    "1:5 2:3 2:IDLE 1:8 2:ACTIVE 1:9 2:4 2:9",
                    "- ; WM(3) ; WM(5) ; WM(8) ; - ; - ; - ; WM(9)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void i3_trW9_whenBothInputsAreIdleEventTimeGoesToTheLargerAndThenIsIdle(Mode mode) {
        try (OperatorHarness harness = open(mode, 1, 1)) {
            play(
                    harness,
                    true,
                    "1:5 2:3 1:IDLE 2:IDLE 2:ACTIVE 2:4 2:6",
                    "- ; WM(3) ; - ; WM(5) IDLE ; ACTIVE ; - ; WM(6)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void i4_anInputThatNeverSendsHoldsBackUntilItEnds(Mode mode) {
        try (OperatorHarness harness = open(mode, 1, 1)) {
            play(harness, true, "1:5 1:END 2:END", "- ; end0@none ; WM(MAX) end1@none END");
        }
    }

    @ParameterizedTest
    @EnumSource
    void tm3_theEndOfOneInputLeavesTheMinimumToTheOther(Mode mode) {
        try (OperatorHarness harness = open(mode, 1, 1)) {
            play(
                    harness,
                    true,
                    "1:5 2:3 1:END 2:IDLE 2:ACTIVE 2:7 2:END",
                    "- ; WM(3) ; end0@none ; WM(5) IDLE ; ACTIVE ; WM(7) ; WM(MAX) end1@none END");
        }
    }

    @ParameterizedTest
    @EnumSource
    void v5_tm2_aChannelThatComesBackBehindHoldsEventTimeUntilItHasCaughtUp(Mode mode) {
        try (OperatorHarness harness = open(mode, 2)) {
            play(
                    harness,
                    false,
                    "0:10 1:5 1:IDLE 0:20 1:ACTIVE 1:6 0:25 1:19 1:25 0:40 1:30",
                    "- ; WM(5) ; WM(10) ; WM(20) ; - ; - ; - ; - ; WM(25) ; - ; WM(30)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void v9_tm3_anEndedAndAnIdleChannelAreIdleUntilTheLastOneEnds(Mode mode) {
        try (OperatorHarness harness = open(mode, 2)) {
            play(
                    harness,
                    false,
                    "0:END 1:5 1:IDLE 1:ACTIVE 1:7 1:END",
                    "- ; WM(5) ; IDLE ; ACTIVE ; WM(7) ; WM(MAX) end0@none END");
        }
    }

    @ParameterizedTest
    @EnumSource
    void tm4_aRecordOnAnIdleChannelMakesItActiveBeforeItIsHandedOn(Mode mode) {
        try (OperatorHarness harness = open(mode, 1)) {
            harness.watermark(5);
            harness.idle(0, 0);
            assertThat(harness.take()).containsExactly("WM(5)", "IDLE");
            harness.record("r", 6);
            assertThat(harness.take()).containsExactly("ACTIVE", "r@6");
        }
    }
}
