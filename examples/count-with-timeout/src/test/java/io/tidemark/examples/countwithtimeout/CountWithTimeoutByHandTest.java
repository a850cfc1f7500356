package io.tidemark.examples.countwithtimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.testing.Element;
import io.tidemark.testing.PendingTimer;
import io.tidemark.testing.Snapshot;
import io.tidemark.testing.StreamHarness;
import io.tidemark.testing.TestInput;
import io.tidemark.testing.TestOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The function by hand. The page docs/testing.md shows parts of this file. */
class CountWithTimeoutByHandTest {
    private final StreamHarness harness = StreamHarness.create();
    private TestInput<Event> events;
    private TestOutput<KeyCount> counts;

    @BeforeEach
    void describe() {
        events = harness.input(Event.class);
        counts = harness.output(events.stream()
                .keyBy(Event::key)
                .process(new CountWithTimeout())
                .uid("count-with-timeout"));
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private void event(String key, long timestampMs) {
        events.record(new Event(key, timestampMs), timestampMs);
    }

    @Test
    void aKeyIsCountedOnceItHasBeenQuietForAMinute() {
        events.record(new Event("a", 0), 0);
        events.record(new Event("a", 10_000), 10_000);
        events.watermark(69_999);
        assertThat(counts.takeValues()).isEmpty();

        events.watermark(70_000);
        assertThat(counts.takeValues()).containsExactly(new KeyCount("a", 2));
    }

    @Test
    void aCountCarriesTheTimeOfItsTimerAndComesBeforeTheWatermark() {
        events.record(new Event("a", 5_000), 5_000);
        events.watermark(100_000);

        assertThat(counts.take())
                .containsExactly(Element.record(new KeyCount("a", 1), 65_000), Element.watermark(100_000));
    }

    @Test
    void everyEventSetsATimerAndTheNewestDecides() {
        event("a", 0);
        event("a", 10_000);

        assertThat(harness.operator("count-with-timeout").timers())
                .containsExactly(PendingTimer.event("a", 60_000), PendingTimer.event("a", 70_000));
        assertThat(harness.operator("count-with-timeout")
                        .value(new ValueStateDescriptor<>("activity", CountWithTimeout.Activity.class), "a"))
                .isEqualTo(new CountWithTimeout.Activity("a", 2, 10_000));
    }

    @Test
    void aCountGoesOnWhereASnapshotLeftIt() {
        event("a", 0);
        Snapshot before = harness.snapshot();
        event("a", 1_000);

        harness.restore(before);
        event("a", 2_000);
        events.watermark(62_000);

        assertThat(counts.takeValues()).containsExactly(new KeyCount("a", 2));
    }

    @Test
    void everyKeyKeepsItsCountWhenTheJobIsRescaled() {
        event("a", 0);
        event("b", 0);
        event("c", 0);

        harness.restore(harness.snapshot(), 3);
        events.watermark(60_000);

        assertThat(counts.takeValues())
                .containsExactlyInAnyOrder(new KeyCount("a", 1), new KeyCount("b", 1), new KeyCount("c", 1));
    }

    @Test
    void aSnapshotInTheMiddleOfAFiringLosesNothing() {
        event("a", 0);
        event("b", 0);
        counts.blockAfter(1);
        events.watermark(60_000);
        assertThat(counts.takeValues()).containsExactly(new KeyCount("a", 1));

        Snapshot halfway = harness.snapshot();
        harness.restore(halfway);
        counts.unblock();

        assertThat(counts.takeValues()).containsExactly(new KeyCount("b", 1));
    }
}
