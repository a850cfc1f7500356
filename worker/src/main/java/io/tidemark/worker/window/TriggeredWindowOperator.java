package io.tidemark.worker.window;

import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import io.tidemark.worker.chain.BatchKeys;
import java.util.Collection;

/** Windows of any assigner that does not merge them, with any trigger: timers by key and window. */
final class TriggeredWindowOperator implements Operator, Timers.Handler<Window> {
    private static final String CONTENTS = "window-contents";
    private static final String TIMERS = "window-timers";
    private static final String TRIGGER_STATE = "trigger-state.";

    /** Records that the assigner put into no window at all. */
    private static final String IN_NO_WINDOW = "in-no-window";

    private final WindowSpec spec;
    private final WindowAssigner<Object, Window> assigner;
    private final Trigger<Object, Window> trigger;
    private final Contents contents;
    private final WindowResults results;
    private final Lateness lateness;

    private OperatorContext context;
    private KeyedState keyedState;
    private NamespacedState<Window, Object> table;
    private Timers<Window> timers;
    private WindowStates triggerStates;
    private LateRecords lateRecords;
    private Counter inNoWindow;
    private final WindowTriggerContext triggerContext = new WindowTriggerContext();

    @SuppressWarnings("unchecked")
    TriggeredWindowOperator(WindowSpec spec) {
        this.spec = spec;
        this.assigner = (WindowAssigner<Object, Window>) spec.assigner();
        this.trigger = spec.trigger() == null ? assigner.getDefaultTrigger() : (Trigger<Object, Window>) spec.trigger();
        this.contents = Contents.of(spec);
        this.results = new WindowResults(spec, contents);
        this.lateness = new Lateness(spec.allowedLatenessMs());
    }

    @Override
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        keyedState = context.keyedState();
        TypeSerializer<Window> windows = assigner.getWindowSerializer();
        table = keyedState.namespaced(CONTENTS, windows, contents.serializer());
        timers = context.timers(TIMERS, assigner.getWindowSerializer(), this);
        triggerStates = new WindowStates(keyedState, TRIGGER_STATE, windows);
        lateRecords = new LateRecords(context, spec.lateTag());
        inNoWindow = context.counter(IN_NO_WINDOW);
        results.open(context, windows);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            for (int i = first; i < end; i++) {
                keyedState.setCurrentKey(found.get(i - first), records.keyHash(i));
                process(input, records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        Collection<Window> windows = assigner.assignWindows(value, timestamp, context::processingTimeMs);
        if (windows.isEmpty()) {
            inNoWindow.add(1);
            return;
        }
        boolean taken = false;
        for (Window window : windows) {
            if (!isLate(window)) {
                taken = true;
                add(window, value, timestamp);
            }
        }
        if (!taken) {
            lateRecords.take(keyedState.currentKey(), value, timestamp, context.currentKeyWatermark());
        }
    }

    private boolean isLate(Window window) {
        return assigner.isEventTime() && Lateness.isLate(lateness.cleanupTime(window), context.currentKeyWatermark());
    }

    private void add(Window window, Object value, long timestamp) throws Exception {
        Object after = contents.add(table.get(window), value);
        table.put(window, after);
        triggerContext.enter(window);
        apply(trigger.onElement(value, timestamp, window, triggerContext), window, after);
        registerCleanup(window);
    }

    private void apply(TriggerResult result, Window window, Object windowContents) throws Exception {
        if (result.isFire() && windowContents != null) {
            results.fire(keyedState.currentKey(), window, windowContents);
        }
        if (result.isPurge()) {
            table.remove(window);
        }
    }

    /** A window at the end of time is never cleaned up. */
    private void registerCleanup(Window window) {
        long time = cleanupTime(window);
        if (time == Long.MAX_VALUE) {
            return;
        }
        if (assigner.isEventTime()) {
            timers.registerEvent(window, time);
        } else {
            timers.registerProcessing(window, time);
        }
    }

    private long cleanupTime(Window window) {
        return assigner.isEventTime() ? lateness.cleanupTime(window) : window.maxTimestamp();
    }

    @Override
    public void onEventTimer(Object key, Window window, long timestamp) throws Exception {
        triggerContext.enter(window);
        apply(trigger.onEventTime(timestamp, window, triggerContext), window, table.get(window));
        if (assigner.isEventTime() && timestamp == cleanupTime(window)) {
            cleanUp(window);
        }
    }

    @Override
    public void onProcessingTimer(Object key, Window window, long timestamp) throws Exception {
        triggerContext.enter(window);
        apply(trigger.onProcessingTime(timestamp, window, triggerContext), window, table.get(window));
        if (!assigner.isEventTime() && timestamp == cleanupTime(window)) {
            cleanUp(window);
        }
    }

    private void cleanUp(Window window) throws Exception {
        table.remove(window);
        triggerContext.enter(window);
        trigger.clear(window, triggerContext);
        triggerStates.remove(window);
        results.clear(window);
    }

    @Override
    public void close() throws Exception {
        results.close();
    }

    private final class WindowTriggerContext implements Trigger.TriggerContext {
        private Window window;

        void enter(Window entered) {
            window = entered;
            triggerStates.enter(entered);
        }

        @Override
        public long getCurrentProcessingTime() {
            return context.processingTimeMs();
        }

        @Override
        public long getCurrentWatermark() {
            return context.currentKeyWatermark();
        }

        @Override
        public void registerProcessingTimeTimer(long time) {
            timers.registerProcessing(window, time);
        }

        @Override
        public void registerEventTimeTimer(long time) {
            timers.registerEvent(window, time);
        }

        @Override
        public void deleteProcessingTimeTimer(long time) {
            timers.deleteProcessing(window, time);
        }

        @Override
        public void deleteEventTimeTimer(long time) {
            timers.deleteEvent(window, time);
        }

        @Override
        public <S extends State> S getPartitionedState(StateDescriptor<S, ?> descriptor) {
            return triggerStates.get(descriptor);
        }
    }
}
