package io.tidemark.worker.window;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.Window;
import io.tidemark.worker.chain.BatchKeys;
import java.util.ArrayList;
import java.util.List;

/**
 * Windows that merge, with any trigger and evictor. All windows of a key with their contents are one value of its state, so
 * that windows become one without a look-up; timers are by key and window, and those of a window that is gone mean nothing.
 */
final class MergingWindowOperator implements Operator, Timers.Handler<Window> {
    private final WindowSpec spec;
    private final MergingWindowAssigner<Object, Window> assigner;
    private final WindowContents contents;
    private final MergingSet merging;
    private final WindowResults results;
    private final Triggering triggering;

    private OperatorContext context;
    private KeyedState keyedState;
    private ValueState<List<Tuple2<Window, Object>>> windows;
    private RecordsLeftOut leftOut;

    @SuppressWarnings("unchecked")
    MergingWindowOperator(WindowSpec spec) {
        this.spec = spec;
        this.assigner = (MergingWindowAssigner<Object, Window>) spec.assigner();
        this.contents = WindowContents.of(spec);
        this.merging = new MergingSet(assigner, contents);
        this.results = new WindowResults(spec, Contents.of(spec));
        this.triggering = new Triggering(spec);
    }

    @Override
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        WindowKind.MERGING.hold(context);
        keyedState = context.keyedState();
        TypeSerializer<Window> serializer = assigner.getWindowSerializer();
        windows = keyedState.value(MergingSet.state(serializer, contents.serializer()));
        leftOut = new RecordsLeftOut(context, spec);
        contents.open(context);
        triggering.open(context, serializer, this, this::cleanUp);
        results.open(context, serializer);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            keyedState.expect(records, first, end);
            for (int i = first; i < end; i++) {
                found.makeCurrent(keyedState, i);
                process(input, records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        boolean taken = false;
        for (Window window : assigner.assignWindows(value, timestamp, context::processingTimeMs)) {
            taken |= add(window, value, timestamp);
        }
        if (!taken) {
            leftOut.take(keyedState.currentKey(), value, timestamp);
        }
    }

    /** Returns whether the window, or the one that it became a part of, takes the record. */
    private boolean add(Window assigned, Object value, long timestamp) throws Exception {
        List<Tuple2<Window, Object>> live = windows.value();
        if (live == null) {
            live = new ArrayList<>(1);
        }
        List<MergingSet.Merge> merges = merging.decide(live, assigned);
        Window window = assigned;
        for (MergingSet.Merge merge : merges) {
            window = merge.withAdded() ? merge.result() : window;
        }
        if (triggering.isLate(window)) {
            return false;
        }
        for (MergingSet.Merge merge : merges) {
            if (!merge.parts().isEmpty()) {
                merging.apply(live, merge);
                triggering.onMerge(merge.result(), merge.parts());
            }
        }
        Tuple2<Window, Object> entry = MergingSet.find(live, window);
        long arrival = merging.nextArrival(live);
        if (entry == null) {
            entry = Tuple2.of(window, null);
            live.add(entry);
        }
        entry.f1 = contents.add(entry.f1, value, timestamp, arrival);
        TriggerResult result = triggering.onElement(value, timestamp, window);
        apply(result, entry);
        windows.update(live);
        triggering.registerCleanUp(window);
        return true;
    }

    /** Changes the entry only; who calls it stores it. */
    private void apply(TriggerResult result, Tuple2<Window, Object> entry) throws Exception {
        if (result.isFire() && entry.f1 != null) {
            entry.f1 = contents.fire(keyedState.currentKey(), entry.f0, entry.f1, results);
        }
        if (result.isPurge()) {
            entry.f1 = null;
        }
    }

    @Override
    public void onEventTimer(Object key, Window window, long timestamp) throws Exception {
        List<Tuple2<Window, Object>> live = windows.value();
        Tuple2<Window, Object> entry = MergingSet.find(live, window);
        if (entry == null) {
            return;
        }
        apply(triggering.onEventTime(timestamp, window), entry);
        windows.update(live);
        if (triggering.isCleanUpInEventTime(window, timestamp)) {
            cleanUp(window);
        }
    }

    @Override
    public void onProcessingTimer(Object key, Window window, long timestamp) throws Exception {
        List<Tuple2<Window, Object>> live = windows.value();
        Tuple2<Window, Object> entry = MergingSet.find(live, window);
        if (entry == null) {
            return;
        }
        apply(triggering.onProcessingTime(timestamp, window), entry);
        windows.update(live);
        if (triggering.isCleanUpInProcessingTime(window, timestamp)) {
            cleanUp(window);
        }
    }

    private void cleanUp(Window window) throws Exception {
        List<Tuple2<Window, Object>> live = windows.value();
        Tuple2<Window, Object> entry = MergingSet.find(live, window);
        if (entry == null) {
            return;
        }
        apply(triggering.onCleanUp(window), entry);
        live.remove(entry);
        windows.update(live.isEmpty() ? null : live);
        triggering.clear(window);
        results.clear(window);
    }

    @Override
    public void close() throws Exception {
        results.close();
    }
}
