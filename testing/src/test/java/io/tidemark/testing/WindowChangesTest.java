package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows of a job that was changed, restored from a snapshot of the job before. */
class WindowChangesTest {
    private static WindowStory tumbling() {
        return WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(10)));
    }

    private static WindowStory sessions() {
        return WindowStory.of(EventTimeSessionWindows.withGap(Duration.ofMillis(10)));
    }

    private static void restore(WindowSpec before, WindowSpec after, Path checkpoints) {
        try (OperatorHarness harness =
                WindowStory.builder(before).checkpointsIn(checkpoints).open()) {
            harness.record("a1", 3);
            HarnessSnapshot snapshot = harness.snapshot();
            WindowStory.builder(after)
                    .checkpointsIn(checkpoints)
                    .openRescaled(List.of(snapshot))
                    .close();
        }
    }

    @Test
    void aTriggerThatCameOrWentIsRefusedInsteadOfLosingTheWindowsThatAreThere(@TempDir Path came, @TempDir Path went) {
        WindowSpec before = tumbling().spec();
        WindowSpec after = tumbling().trigger(CountTrigger.of(2)).spec();
        assertThatThrownBy(() -> restore(before, after, came))
                .hasStackTraceContaining("are kept as windows with a trigger")
                .hasStackTraceContaining("a table for each window")
                .hasStackTraceContaining("new uid");
        assertThatThrownBy(() -> restore(after, before, went))
                .hasStackTraceContaining("are kept as a table for each window");
    }

    @Test
    void soIsOneOfSessions(@TempDir Path checkpoints) {
        WindowSpec after =
                sessions().trigger(PurgingTrigger.of(EventTimeTrigger.create())).spec();
        assertThatThrownBy(() -> restore(sessions().spec(), after, checkpoints))
                .hasStackTraceContaining("are kept as windows that merge, with a trigger");
    }

    @Test
    void tumblingWindowsOfAnotherSizeLeaveThoseThatAreThereAsTheyAre(@TempDir Path checkpoints) {
        try (OperatorHarness before = WindowStory.builder(tumbling().spec())
                .checkpointsIn(checkpoints)
                .open()) {
            before.record("a1", 3);
            before.record("a2", 12);
            HarnessSnapshot snapshot = before.snapshot();
            WindowSpec twenty = WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(20)))
                    .spec();
            try (OperatorHarness after =
                    WindowStory.builder(twenty).checkpointsIn(checkpoints).openRescaled(List.of(snapshot))) {
                after.record("a3", 15);
                after.watermark(19);
                assertThat(after.takeValues())
                        .as("a3 is in the window of twenty that begins where one of ten did")
                        .containsExactly("a[0,10)=a1", "a[0,20)=a3", "a[10,20)=a2");
            }
        }
    }
}
