package io.tidemark.worker.window;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Window;
import io.tidemark.worker.chain.BatchKeys;

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
    /** Of each record; 0 when the assigner has to be asked. */
    private final long fixedGapMs;

    private final WindowContents contents;
    private final MergingSet merging;
    private final WindowResults results;
    private final Lateness lateness;

    private OperatorContext context;
    private KeyedState keyedState;
    private ValueState<Object> sessions;
    private Timers<Void> timers;
    private RecordsLeftOut leftOut;

    @SuppressWarnings("unchecked")
    SessionWindowOperator(WindowSpec spec) {
        this.spec = spec;
        this.assigner = (MergingWindowAssigner<Object, TimeWindow>) spec.assigner();
        this.fixedGapMs = spec.assigner() instanceof EventTimeSessionWindows fixed ? fixed.gapMs() : 0;
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
        sessions = keyedState.value(SessionsSerializer.state(contents.serializer()));
        timers = context.timers(TIMERS, Types.VOID.createSerializer(), this);
        leftOut = new RecordsLeftOut(context, spec);
        contents.open(context);
        results.open(context, (TypeSerializer<Window>) (TypeSerializer) TimeWindow.serializer());
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
        if (fixedGapMs > 0 && timestamp != Records.NO_TIMESTAMP) {
            take(timestamp, EventTimeMath.plus(timestamp, fixedGapMs), value, timestamp);
            return;
        }
        for (TimeWindow own : assigner.assignWindows(value, timestamp, context::processingTimeMs)) {
            take(own.getStart(), own.getEnd(), value, timestamp);
        }
    }

    private void take(long start, long end, Object value, long timestamp) throws Exception {
        if (!add(start, end, value, timestamp)) {
            leftOut.take(keyedState.currentKey(), value, timestamp);
        }
    }

    /** Returns whether the record's own session, or the one that it becomes a part of, is not late. */
    private boolean add(long ownStart, long ownEnd, Object value, long timestamp) throws Exception {
        Session first = SessionsSerializer.read(sessions.value());
        long watermark = context.currentKeyWatermark();
        Session session = null;
        long end = ownEnd;
        boolean hasTimer = false;
        boolean joins = false;
        for (Session other = first; other != null; other = other.next()) {
            if (other.touches(ownStart, ownEnd)) {
                end = Math.max(end, other.end());
                hasTimer |= other.maxTimestamp() > watermark;
                joins = session != null;
                session = session == null ? other : session;
            }
        }
        if (Lateness.isLate(lateness.cleanupTime(Session.maxTimestamp(end)), watermark)) {
            return false;
        }
        long arrival = nextArrival(first);
        if (session == null) {
            session = new Session(ownStart, ownEnd, null);
            if (first == null) {
                first = session;
            } else {
                first.append(session);
            }
        } else if (joins) {
            join(session, ownStart, ownEnd);
        }
        session.cover(ownStart, ownEnd);
        session.setContents(contents.add(session.contents(), value, timestamp, arrival));
        if (session.maxTimestamp() <= watermark) {
            session.setContents(contents.fire(keyedState.currentKey(), session.window(), session.contents(), results));
            registerCleanUp(session);
        } else if (!hasTimer) {
            timers.registerEvent(null, session.maxTimestamp());
        }
        sessions.update(first);
        return true;
    }

    /** An arrival that is larger than that of any record that is there. */
    private long nextArrival(Session first) {
        long next = WindowContents.FIRST_ARRIVAL;
        for (Session session = first; session != null; session = session.next()) {
            if (session.contents() != null) {
                next = Math.max(next, contents.nextArrival(session.contents()));
            }
        }
        return next;
    }

    /** Makes the sessions behind one that touch a record's own, as it does, a part of it. */
    private void join(Session session, long ownStart, long ownEnd) throws Exception {
        Session before = session;
        for (Session other = session.next(); other != null; other = other.next()) {
            if (other.touches(ownStart, ownEnd)) {
                session.setContents(merging.both(session.contents(), other.contents()));
                session.cover(other.start(), other.end());
                before.setNext(other.next());
            } else {
                before = other;
            }
        }
    }

    /** A session at the end of time is never cleaned up. */
    private void registerCleanUp(Session session) {
        long time = lateness.cleanupTime(session.maxTimestamp());
        if (time < Long.MAX_VALUE) {
            timers.registerEvent(null, time);
        }
    }

    @Override
    public void onEventTimer(Object key, Void namespace, long timestamp) throws Exception {
        Session first = SessionsSerializer.read(sessions.value());
        boolean changed = false;
        long nextDue = Long.MAX_VALUE;
        Session before = null;
        for (Session session = first; session != null; session = session.next()) {
            long lastMs = session.maxTimestamp();
            if (lastMs == timestamp && session.contents() != null) {
                session.setContents(contents.fire(key, session.window(), session.contents(), results));
                changed |= contents.changesByFiring();
            }
            long cleanUpAt = lateness.cleanupTime(lastMs);
            if (cleanUpAt > timestamp) {
                nextDue = Math.min(nextDue, lastMs > timestamp ? lastMs : cleanUpAt);
                before = session;
                continue;
            }
            if (before == null) {
                first = session.next();
            } else {
                before.setNext(session.next());
            }
            changed = true;
            results.clear(session.window());
        }
        if (changed) {
            sessions.update(first);
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
