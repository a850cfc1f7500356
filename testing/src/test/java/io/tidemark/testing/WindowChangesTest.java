package io.tidemark.testing;

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
}
