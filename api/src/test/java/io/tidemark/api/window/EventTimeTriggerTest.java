package io.tidemark.api.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EventTimeTriggerTest {
    private static final TimeWindow WINDOW = new TimeWindow(0, 10);

    private final EventTimeTrigger trigger = EventTimeTrigger.create();
    private final Timers timers = new Timers();

    private static final class Timers implements Trigger.TriggerContext {
        private final TreeSet<Long> eventTimers = new TreeSet<>();
        private long watermark = Long.MIN_VALUE;

        @Override
        public long getCurrentProcessingTime() {
            return 0;
        }

        @Override
        public long getCurrentWatermark() {
            return watermark;
        }

        @Override
        public void registerProcessingTimeTimer(long time) {
            throw new AssertionError("no processing time here");
        }

        @Override
        public void registerEventTimeTimer(long time) {
            eventTimers.add(time);
        }

        @Override
        public void deleteProcessingTimeTimer(long time) {
            throw new AssertionError("no processing time here");
        }

        @Override
        public void deleteEventTimeTimer(long time) {
            eventTimers.remove(time);
        }

        @Override
        public <S extends State> S getPartitionedState(StateDescriptor<S, ?> descriptor) {
            throw new AssertionError("no state here");
        }
    }

    @Test
    void aRecordBeforeTheEndSetsATimerAtTheLargestTimestamp() {
        timers.watermark = 8;

        assertThat(trigger.onElement("a", 3, WINDOW, timers)).isEqualTo(TriggerResult.CONTINUE);
        assertThat(timers.eventTimers).containsExactly(9L);
    }

    @Test
    void theTimerFiresTheWindowAndKeepsItsContents() {
        assertThat(trigger.onEventTime(9, WINDOW, timers)).isEqualTo(TriggerResult.FIRE);
        assertThat(trigger.onEventTime(8, WINDOW, timers)).isEqualTo(TriggerResult.CONTINUE);
    }

    @Test
    void n4_aRecordThatIsLateButAllowedFiresAtOnce() {
        timers.watermark = 9;

        assertThat(trigger.onElement("a", 3, WINDOW, timers)).isEqualTo(TriggerResult.FIRE);
        assertThat(timers.eventTimers).isEmpty();
    }

    @Test
    void clearingRemovesTheTimer() {
        trigger.onElement("a", 3, WINDOW, timers);
        trigger.clear(WINDOW, timers);

        assertThat(timers.eventTimers).isEmpty();
    }
}
