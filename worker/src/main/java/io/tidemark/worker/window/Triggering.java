package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import java.util.List;

/**
 * A trigger at work on the windows of the current key: its timers, its state, and the timer at which a window is cleaned up.
 * That is the trigger's own where both are at one time. When the trigger deletes that one, the clean-up gets a timer apart.
 */
final class Triggering {
    private static final String TIMERS = "window-timers";
    private static final String CLEAN_UPS = "window-clean-ups";
    private static final String STATE_PREFIX = "trigger-state.";

    private final WindowAssigner<Object, Window> assigner;
    private final Trigger<Object, Window> trigger;
    private final Lateness lateness;
    private final Context calls = new Context();

    private OperatorContext context;
    private Timers<Window> timers;
    private Timers<Window> cleanUps;
    private WindowStates states;

    /** Whether there may be clean-ups with timers apart. */
    private boolean anyApart;

    /** Whether the window is being cleaned up, so that its timer is not needed any more. */
    private boolean clearing;

    private Window window;
    private List<Window> merged = List.of();

    @SuppressWarnings("unchecked")
    Triggering(WindowSpec spec) {
        this.assigner = (WindowAssigner<Object, Window>) spec.assigner();
        this.trigger = spec.trigger() == null ? assigner.getDefaultTrigger() : (Trigger<Object, Window>) spec.trigger();
        this.lateness = new Lateness(spec.allowedLatenessMs());
    }

    /**
     * Before anything else.
     *
     * @param handler of timers of the trigger, and of clean-ups
     * @param cleanUp of a window of the current key whose clean-up had a timer apart
     */
    void open(
            OperatorContext operatorContext,
            TypeSerializer<Window> windows,
            Timers.Handler<Window> handler,
            CleanUp cleanUp) {
        context = operatorContext;
        timers = context.timers(TIMERS, assigner.getWindowSerializer(), handler);
        cleanUps = context.timers(CLEAN_UPS, assigner.getWindowSerializer(), new CleanUpTimers(cleanUp));
        states = new WindowStates(context.keyedState(), STATE_PREFIX, windows, null);
        anyApart = context.isRestored();
    }

    TriggerResult onElement(Object value, long timestamp, Window of) throws Exception {
        enter(of);
        return trigger.onElement(value, timestamp, of, calls);
    }

    TriggerResult onEventTime(long time, Window of) throws Exception {
        enter(of);
        return trigger.onEventTime(time, of, calls);
    }

    TriggerResult onProcessingTime(long time, Window of) throws Exception {
        enter(of);
        return trigger.onProcessingTime(time, of, calls);
    }

    TriggerResult onCleanUp(Window of) throws Exception {
        enter(of);
        return trigger.onCleanUp(of, calls);
    }

    /** Some windows, which are not {@code result}, have become a part of it. */
    void onMerge(Window result, List<Window> parts) throws Exception {
        enter(result);
        merged = parts;
        trigger.onMerge(result, calls);
        merged = List.of();
        for (Window part : parts) {
            clear(part);
        }
    }

    /** The window is gone. */
    void clear(Window gone) throws Exception {
        clearing = true;
        enter(gone);
        trigger.clear(gone, calls);
        clearing = false;
        states.remove(gone);
        deleteCleanUp(gone);
    }

    private void enter(Window entered) {
        window = entered;
        states.enter(entered);
    }

    boolean isLate(Window of) {
        return assigner.isEventTime() && Lateness.isLate(lateness.cleanupTime(of), context.currentKeyWatermark());
    }

    /** Whether an event-time timer of a window is that of its clean-up. */
    boolean isCleanUpInEventTime(Window of, long time) {
        return assigner.isEventTime() && time == lateness.cleanupTime(of);
    }

    boolean isCleanUpInProcessingTime(Window of, long time) {
        return !assigner.isEventTime() && time == of.maxTimestamp();
    }

    /**
     * A window at the end of time is never cleaned up. One that is only kept until then is, at the last watermark: its trigger may
     * still have to fire for what came after the window's end.
     */
    void registerCleanUp(Window of) {
        if (assigner.isEventTime()) {
            if (of.maxTimestamp() < Long.MAX_VALUE) {
                timers.registerEvent(of, lateness.cleanupTime(of));
            }
        } else if (of.maxTimestamp() < Long.MAX_VALUE) {
            timers.registerProcessing(of, of.maxTimestamp());
        }
    }

    private void deleteCleanUp(Window of) {
        if (assigner.isEventTime()) {
            long time = lateness.cleanupTime(of);
            timers.deleteEvent(of, time);
            if (anyApart) {
                cleanUps.deleteEvent(of, time);
            }
        } else {
            timers.deleteProcessing(of, of.maxTimestamp());
            if (anyApart) {
                cleanUps.deleteProcessing(of, of.maxTimestamp());
            }
        }
    }

    private final class Context implements Trigger.OnMergeContext {
        @Override
        public long getCurrentProcessingTime() {
            return context.processingTimeMs();
        }

        @Override
        public long getCurrentWatermark() {
            return context.currentKeyWatermark();
        }

        @Override
        public boolean isEventTime() {
            return assigner.isEventTime();
        }

        @Override
        public void registerProcessingTimeTimer(long time) {
            timers.registerProcessing(window, time);
            if (anyApart && isCleanUpInProcessingTime(window, time)) {
                cleanUps.deleteProcessing(window, time);
            }
        }

        @Override
        public void registerEventTimeTimer(long time) {
            timers.registerEvent(window, time);
            if (anyApart && isCleanUpInEventTime(window, time)) {
                cleanUps.deleteEvent(window, time);
            }
        }

        @Override
        public void deleteProcessingTimeTimer(long time) {
            timers.deleteProcessing(window, time);
            if (!clearing && isCleanUpInProcessingTime(window, time) && time < Long.MAX_VALUE) {
                anyApart = true;
                cleanUps.registerProcessing(window, time);
            }
        }

        @Override
        public void deleteEventTimeTimer(long time) {
            timers.deleteEvent(window, time);
            if (!clearing && isCleanUpInEventTime(window, time) && time < Long.MAX_VALUE) {
                anyApart = true;
                cleanUps.registerEvent(window, time);
            }
        }

        @Override
        public <S extends State> S getPartitionedState(StateDescriptor<S, ?> descriptor) {
            return states.get(descriptor);
        }

        @Override
        public <S extends State> void mergePartitionedState(StateDescriptor<S, ?> descriptor) {
            states.merge(descriptor, merged, window);
            states.enter(window);
        }
    }

    /** Cleans a window of the current key up. */
    @FunctionalInterface
    interface CleanUp {
        void of(Window window) throws Exception;
    }

    private record CleanUpTimers(CleanUp cleanUp) implements Timers.Handler<Window> {
        @Override
        public void onEventTimer(Object key, Window window, long timestamp) throws Exception {
            cleanUp.of(window);
        }

        @Override
        public void onProcessingTimer(Object key, Window window, long timestamp) throws Exception {
            cleanUp.of(window);
        }
    }
}
