package io.tidemark.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.gate.OrderWait;
import org.junit.jupiter.api.Test;

class TurnWaitTest {
    private static final long SINCE_MS = 1_000;

    private final TurnWait waits = new TurnWait();

    private static OrderWait waitSince(long sinceMs, boolean holdsOthersUp) {
        return new OrderWait(0, 7, 3, "stamps", 1, sinceMs, 64L << 20, holdsOthersUp);
    }

    @Test
    void tm18_aLongWaitThatHoldsOthersUpIsNamedWithTheOptionThatHelps() {
        assertThat(waits.warning("window-sum (1/4)", waitSince(SINCE_MS, true), SINCE_MS + 12_000))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .startsWith(
                                "window-sum (1/4) takes its inputs in the order of event time (execution.deterministic).")
                        .contains("It has waited 12000 ms for edge 7 from stamps, subtask 1")
                        .contains("of which 67108864 bytes are read ahead")
                        .contains("raise execution.checkpointing.max-read-ahead"));
    }

    @Test
    void aWaitIsToldOfOnce() {
        OrderWait wait = waitSince(SINCE_MS, true);
        assertThat(waits.warning("task", wait, SINCE_MS + 12_000)).isPresent();
        assertThat(waits.warning("task", wait, SINCE_MS + 60_000)).isEmpty();
        assertThat(waits.warning("task", waitSince(SINCE_MS + 70_000, true), SINCE_MS + 90_000))
                .as("another one")
                .isPresent();
    }

    @Test
    void aShortWaitAndOneThatHoldsNobodyUpAreAsTheyShouldBe() {
        assertThat(waits.warning("task", waitSince(SINCE_MS, true), SINCE_MS + 9_999))
                .isEmpty();
        assertThat(waits.warning("task", waitSince(SINCE_MS, false), SINCE_MS + 60_000))
                .isEmpty();
    }
}
