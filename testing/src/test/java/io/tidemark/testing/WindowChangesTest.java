package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Windows of a job that was changed, restored from a snapshot of the job before. */
class WindowChangesTest {
    private static WindowStory tumbling() {
        return WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(10)));
    }

    private static WindowStory sessions() {
        return WindowStory.of(EventTimeSessionWindows.withGap(Duration.ofMillis(10)));
    }

    private static void restore(WindowStory before, WindowStory after) {
        try (Piece first = before.in(StreamHarness.create());
                Piece second = after.in(StreamHarness.create())) {
            first.record("a1", 3);
            second.restore(first.snapshot());
        }
    }

    @Test
    void aTriggerThatCameOrWentIsRefusedInsteadOfLosingTheWindowsThatAreThere() {
        WindowStory before = tumbling();
        WindowStory after = tumbling().trigger(CountTrigger.of(2));
        assertThatThrownBy(() -> restore(before, after))
                .hasStackTraceContaining("are kept as windows with a trigger")
                .hasStackTraceContaining("a table for each window")
                .hasStackTraceContaining("new uid");
        assertThatThrownBy(() -> restore(after, before)).hasStackTraceContaining("are kept as a table for each window");
    }

    @Test
    void soIsOneOfSessions() {
        WindowStory after = sessions().trigger(PurgingTrigger.of(EventTimeTrigger.create()));
        assertThatThrownBy(() -> restore(sessions(), after))
                .hasStackTraceContaining("are kept as windows that merge, with a trigger");
    }

    @Test
    void tumblingWindowsOfAnotherSizeLeaveThoseThatAreThereAsTheyAre() {
        WindowStory twenty = WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(20)));
        try (Piece before = tumbling().in(StreamHarness.create());
                Piece after = twenty.in(StreamHarness.create())) {
            before.record("a1", 3);
            before.record("a2", 12);
            after.restore(before.snapshot());

            after.record("a3", 15);
            after.watermark(19);

            assertThat(after.takeValues())
                    .as("a3 is in the window of twenty that begins where one of ten did")
                    .containsExactly("a[0,10)=a1", "a[0,20)=a3", "a[10,20)=a2");
        }
    }
}
