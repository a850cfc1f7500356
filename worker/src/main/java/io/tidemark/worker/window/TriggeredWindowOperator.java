package io.tidemark.worker.window;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import io.tidemark.worker.chain.BatchKeys;
import java.util.Collection;

/** Windows of any assigner that does not merge them, with any trigger and evictor: timers by key and window. */
final class TriggeredWindowOperator implements Operator, Timers.Handler<Window> {
    private static final String CONTENTS = "window-contents";

    private final WindowSpec spec;
    private final WindowAssigner<Object, Window> assigner;
    private final WindowContents contents;
    private final WindowResults results;
    private final Triggering triggering;

    private OperatorContext context;
    private KeyedState keyedState;
    private NamespacedState<Window, Object> table;
    private RecordsLeftOut leftOut;

    @SuppressWarnings("unchecked")
    TriggeredWindowOperator(WindowSpec spec) {
        this.spec = spec;
        this.assigner = (WindowAssigner<Object, Window>) spec.assigner();
        this.contents = WindowContents.of(spec);
        this.results = new WindowResults(spec, Contents.of(spec));
        this.triggering = new Triggering(spec);
    }

    @Override
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        WindowKind.TRIGGERED.hold(context);
        keyedState = context.keyedState();
        TypeSerializer<Window> windows = assigner.getWindowSerializer();
        table = keyedState.namespaced(CONTENTS, windows, contents.serializer());
        leftOut = new RecordsLeftOut(context, spec);
        contents.open(context);
        triggering.open(context, windows, this, this::cleanUp);
        results.open(context, windows);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            for (int i = first; i < end; i++) {
                found.makeCurrent(keyedState, i);
                process(input, records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        Collection<Window> windows = assigner.assignWindows(value, timestamp, context::processingTimeMs);
        boolean taken = false;
        for (Window window : windows) {
            if (!triggering.isLate(window)) {
                taken = true;
                add(window, windows.size() > 1 ? contents.keptRecord(value) : value, timestamp);
            }
        }
        if (!taken) {
            leftOut.take(keyedState.currentKey(), value, timestamp);
        }
    }

    private void add(Window window, Object value, long timestamp) throws Exception {
        Object after = contents.add(table.get(window), value, timestamp, WindowContents.FIRST_ARRIVAL);
        table.put(window, after);
        apply(triggering.onElement(value, timestamp, window), window, after);
        triggering.registerCleanUp(window);
    }

    private void apply(TriggerResult result, Window window, Object windowContents) throws Exception {
        if (result.isFire() && windowContents != null) {
            fire(window, windowContents);
        }
        if (result.isPurge()) {
            table.remove(window);
        }
    }

    private void fire(Window window, Object windowContents) throws Exception {
        Object left = contents.fire(keyedState.currentKey(), window, windowContents, results);
        if (!contents.changesByFiring()) {
            return;
        }
        if (left == null) {
            table.remove(window);
        } else {
            table.put(window, left);
        }
    }

    @Override
    public void onEventTimer(Object key, Window window, long timestamp) throws Exception {
        apply(triggering.onEventTime(timestamp, window), window, table.get(window));
        if (triggering.isCleanUpInEventTime(window, timestamp)) {
            cleanUp(window);
        }
    }

    @Override
    public void onProcessingTimer(Object key, Window window, long timestamp) throws Exception {
        apply(triggering.onProcessingTime(timestamp, window), window, table.get(window));
        if (triggering.isCleanUpInProcessingTime(window, timestamp)) {
            cleanUp(window);
        }
    }

    private void cleanUp(Window window) throws Exception {
        apply(triggering.onCleanUp(window), window, table.get(window));
        table.remove(window);
        triggering.clear(window);
        results.clear(window);
    }

    @Override
    public void close() throws Exception {
        results.close();
    }
}
