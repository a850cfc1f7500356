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
import io.tidemark.api.type.Types;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Window;
import io.tidemark.worker.chain.BatchKeys;
import java.util.ArrayList;
import java.util.List;

/**
 * Sessions of event time that fire at their end, which are most. All sessions of a key with their contents are one value of its
 * state, and a timer says only that something may be due for the key: one that a session has outgrown finds that out when it
 * fires, instead of being moved at each record.
 *
 * <p>Of a key's timers one is no later than what is due first. So each end that event time passes is met exactly: a session
 * whose end lies before a timer's time has fired.
 */
final class SessionWindowOperator implements Operator, Timers.Handler<Void> {
    private static final String TIMERS = "session-timers";

    private final WindowSpec spec;
    private final MergingWindowAssigner<Object, TimeWindow> assigner;
    private final WindowContents contents;
    private final MergingSet merging;
    private final WindowResults results;
    private final Lateness lateness;

    private OperatorContext context;
    private KeyedState keyedState;
    private ValueState<List<Tuple2<Window, Object>>> sessions;
    private Timers<Void> timers;
    private RecordsLeftOut leftOut;

    @SuppressWarnings("unchecked")
    SessionWindowOperator(WindowSpec spec) {
        this.spec = spec;
        this.assigner = (MergingWindowAssigner<Object, TimeWindow>) spec.assigner();
        this.contents = WindowContents.of(spec);
        this.merging = new MergingSet((MergingWindowAssigner<?, Window>) spec.assigner(), contents);
        this.results = new WindowResults(spec, Contents.of(spec));
        this.lateness = new Lateness(spec.allowedLatenessMs());
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        WindowKind.SESSIONS.hold(context);
        keyedState = context.keyedState();
        TypeSerializer<Window> windows = (TypeSerializer) assigner.getWindowSerializer();
        sessions = keyedState.value(MergingSet.state(windows, contents.serializer()));
        timers = context.timers(TIMERS, Types.VOID.createSerializer(), this);
        leftOut = new RecordsLeftOut(context, spec);
        contents.open(context);
        results.open(context, windows);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            keyedState.expect(records, first, end);
            for (int i = first; i < end; i++) {
                keyedState.setCurrentKey(found.get(i - first), records.keyHash(i));
                process(input, records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        for (TimeWindow own : assigner.assignWindows(value, timestamp, context::processingTimeMs)) {
            if (!add(own, value, timestamp)) {
                leftOut.take(keyedState.currentKey(), value, timestamp);
            }
        }
    }

    /** Returns whether the record's own session, or the one that it becomes a part of, is not late. */
    private boolean add(TimeWindow own, Object value, long timestamp) throws Exception {
        List<Tuple2<Window, Object>> live = sessions.value();
        long watermark = context.currentKeyWatermark();
        TimeWindow session = own;
        Tuple2<Window, Object> entry = null;
        boolean hasTimer = false;
        int touched = 0;
        for (int i = 0; live != null && i < live.size(); i++) {
            TimeWindow other = (TimeWindow) live.get(i).f0;
            if (other.intersects(own)) {
                touched++;
                session = session.cover(other);
                hasTimer |= other.maxTimestamp() > watermark;
                entry = entry == null ? live.get(i) : entry;
            }
        }
        if (Lateness.isLate(lateness.cleanupTime(session), watermark)) {
            return false;
        }
        if (live == null) {
            live = new ArrayList<>(1);
        }
        long arrival = merging.nextArrival(live);
        if (entry == null) {
            entry = Tuple2.of(session, null);
            live.add(entry);
        } else if (touched > 1) {
            merging.join(live, own);
        }
        entry.f0 = session;
        entry.f1 = contents.add(entry.f1, value, timestamp, arrival);
        if (session.maxTimestamp() <= watermark) {
            entry.f1 = contents.fire(keyedState.currentKey(), session, entry.f1, results);
            registerCleanUp(session);
        } else if (!hasTimer) {
            timers.registerEvent(null, session.maxTimestamp());
        }
        sessions.update(live);
        return true;
    }

    /** A session at the end of time is never cleaned up. */
    private void registerCleanUp(TimeWindow session) {
        long time = lateness.cleanupTime(session);
        if (time < Long.MAX_VALUE) {
            timers.registerEvent(null, time);
        }
    }

    @Override
    public void onEventTimer(Object key, Void namespace, long timestamp) throws Exception {
        List<Tuple2<Window, Object>> live = sessions.value();
        if (live == null) {
            return;
        }
        boolean changed = false;
        long nextDue = Long.MAX_VALUE;
        for (int i = 0; i < live.size(); ) {
            Tuple2<Window, Object> entry = live.get(i);
            Window session = entry.f0;
            if (session.maxTimestamp() == timestamp && entry.f1 != null) {
                entry.f1 = contents.fire(key, session, entry.f1, results);
                changed |= contents.changesByFiring();
            }
            long cleanUpAt = lateness.cleanupTime(session);
            if (cleanUpAt <= timestamp) {
                live.remove(i);
                changed = true;
                results.clear(session);
            } else {
                nextDue = Math.min(nextDue, session.maxTimestamp() > timestamp ? session.maxTimestamp() : cleanUpAt);
                i++;
            }
        }
        if (changed) {
            sessions.update(live.isEmpty() ? null : live);
        }
        if (nextDue < Long.MAX_VALUE) {
            timers.registerEvent(null, nextDue);
        }
    }

    @Override
    public void onProcessingTimer(Object key, Void namespace, long timestamp) {
        throw new IllegalStateException(
                "a session of event time has no timer of the wall clock, but one at " + timestamp);
    }

    @Override
    public void close() throws Exception {
        results.close();
    }
}
