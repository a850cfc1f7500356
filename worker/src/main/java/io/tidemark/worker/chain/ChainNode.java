package io.tidemark.worker.chain;

import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.schema.StateMisfit;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * One operator of a chain with its event time and timers.
 *
 * <p>Event time reaches it by {@link #advanceTo}: all timers due fire, then {@link Operator#advance} works until it is done,
 * and again if that made timers due; only then does the watermark go on below. Each of these stops when its slice is
 * over and is taken up again by the same call.
 */
final class ChainNode {
    /** Processing-time timers that were not due when the input ended. */
    private static final String DROPPED_TIMERS = "timers-dropped-at-end";
    /** The operator's own state that says that all of them fire since the input has ended. */
    private static final String FIRES_AT_END = "timers-fire-at-end";

    /** Where an advance stands. */
    private enum Phase {
        /** No advance is under way. */
        REST,
        /** Timers and the operator's own work are being done. */
        ADVANCING,
        /** All of this operator's work is done; the watermark is on its way through those below. */
        PASSING
    }

    private final ChainSetup.Where subtask;
    private final OperatorSetup setup;
    private final Operator operator;
    private final OperatorCalls calls;
    private final KeyedStateStore store;
    private final TimerQueue timers;
    private final NodeOutput output;
    private final NodeContext context;
    private final TaskClock clock;
    private final boolean makesEventTime;

    /** Null for an operator that lets everything go at once. */
    private final HoldsRecords holder;

    private final boolean batchesByRecord;
    private final NodeWatermarks watermarks;
    private final List<NodeTimers<?>> timerGroups = new ArrayList<>();

    /** Null when no key group is ahead, as nearly always. */
    private KeyGroupTimes ahead;

    /** What the operator sees as the current watermark. */
    private long eventTime;

    /** Up to where all below have been told. */
    private long lastPassed;

    /** Where the latest advance goes; of use while it is under way. */
    private long target;

    private Phase phase = Phase.REST;
    private boolean idle;
    private boolean opened;
    /** The input is over, and timers fire whose time has not come. */
    private boolean firesAllAtEnd;
    /** What becomes of timers whose time has not come; null until the input is over. */
    private EndOfInputPolicy policyAtEnd;
    /** The input is over, and the end waits for timers whose time has not come. */
    private boolean waitsForTimers;

    private long roseAtMs;
    private long openedAtMs;

    ChainNode(ChainSetup chain, OperatorSetup setup, TaskClock clock, SliceBudget budget, CallbackQueue callbacks) {
        this.subtask = chain.where();
        this.setup = setup;
        this.operator = setup.operator();
        this.calls = new OperatorCalls(this, operator);
        this.store = setup.store();
        this.timers = store == null ? null : store.timers();
        this.clock = clock;
        this.makesEventTime = operator.makesEventTime();
        this.holder = operator instanceof HoldsRecords holds ? holds : null;
        this.batchesByRecord = !overridesProcessBatch(operator);
        // Only the head of a chain has several inputs, or none.
        boolean isHead = chain.operators().get(0) == setup;
        this.watermarks = new NodeWatermarks(chain.watermarksByIdentifier(), isHead ? chain.inputs() : 1);
        watermarks.restore(setup.restored());
        this.output = new NodeOutput(this, budget, setup.sideOutputs());
        this.context = new NodeContext(this, chain, setup, output, clock, callbacks);
        restoreEventTime(setup.restored());
        if (store != null) {
            store.useClocks(clock::nowMs, this::eventTime);
        }
    }

    private static boolean overridesProcessBatch(Operator operator) {
        try {
            return operator.getClass()
                            .getMethod("processBatch", int.class, Records.class, int.class, int.class, KeySpec.class)
                            .getDeclaringClass()
                    != Operator.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(operator.getClass() + " is no operator", e);
        }
    }

    private void restoreEventTime(RestoredOperator restored) {
        lastPassed = restored.watermark();
        eventTime = restored.watermark();
        idle = restored.idle();
        if (!restored.ahead().isEmpty()) {
            KeyGroupRange own = KeyGroups.range(subtask.subtask(), subtask.parallelism(), subtask.maxParallelism());
            ahead = KeyGroupTimes.of(restored.ahead(), own, restored.advancingTo());
        }
        if (restored.advancingTo() <= restored.watermark()) {
            return;
        }
        target = restored.advancingTo();
        phase = Phase.ADVANCING;
        if (!makesEventTime) {
            eventTime = target;
        }
    }

    // ------------------------------------------------------------------------------------ facts

    Operator operator() {
        return operator;
    }

    OperatorCalls calls() {
        return calls;
    }

    NodeOutput output() {
        return output;
    }

    NodeContext context() {
        return context;
    }

    OperatorSetup setup() {
        return setup;
    }

    String uid() {
        return setup.uid();
    }

    KeyedStateStore store() {
        return store;
    }

    KeySpec<Object, Object> keySpec(int input) {
        return input < setup.keys().size() ? setup.keys().get(input) : null;
    }

    /** Null for an operator that lets everything go at once. */
    HoldsRecords holder() {
        return holder;
    }

    boolean makesEventTime() {
        return makesEventTime;
    }

    long eventTime() {
        return eventTime;
    }

    long lastPassed() {
        return lastPassed;
    }

    /** Null when none is. */
    KeyGroupTimes keyGroupsAhead() {
        return ahead;
    }

    boolean isIdle() {
        return idle;
    }

    boolean isAtRest() {
        return phase == Phase.REST && !output.isStalled();
    }

    long roseAtMs() {
        return roseAtMs;
    }

    long openedAtMs() {
        return openedAtMs;
    }

    /** The least event time at which a timer or window is due; {@link Long#MAX_VALUE} for none. */
    long nextDue() {
        long timer = timers == null ? Long.MAX_VALUE : timers.nextTimestamp(TimerDomain.EVENT);
        return operator instanceof HoldsWindows windows ? Math.min(timer, windows.nextFiring()) : timer;
    }

    /** Operator and subtask, for people. */
    String where() {
        return "Operator \"" + setup.name() + "\" (" + (subtask.subtask() + 1) + "/" + subtask.parallelism() + ")";
    }

    /** What was thrown, with the name of the operator that threw it. */
    OperatorFailure failure(Throwable thrown) {
        return thrown instanceof OperatorFailure named ? named : new OperatorFailure(where(), thrown);
    }

    // ------------------------------------------------------------------------------------ records

    void processBatch(int input, Records records, int from, int to) {
        KeySpec<Object, Object> keys = keySpec(input);
        if (keys == null) {
            forgetKey();
        }
        try {
            if (keys != null && batchesByRecord) {
                calls.processByRecord(input, records, from, to, keys);
            } else {
                calls.processBatch(input, records, from, to, keys);
            }
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
    }

    /** Called by {@link OperatorCalls}. */
    void processByRecord(int input, Records records, int from, int to, KeySpec<Object, Object> keys) throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            store.expect(records, first, end);
            for (int i = first; i < end; i++) {
                found.makeCurrent(store, i);
                operator.process(input, records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    // ------------------------------------------------------------------------------------ event time

    /** Goes to a watermark, or on with the way there; returns whether this operator and all below have reached it. */
    boolean advanceTo(long watermark) {
        if (phase == Phase.REST) {
            boolean passes = makesEventTime ? watermark == Long.MAX_VALUE : watermark > eventTime;
            if (!passes || watermark <= lastPassed) {
                return true;
            }
            target = watermark;
            phase = Phase.ADVANCING;
            if (!makesEventTime) {
                raise(watermark);
            }
        }
        return resumeAdvance();
    }

    /** Goes on with an unfinished advance of this operator; returns whether none is left. */
    boolean resumeAdvance() {
        if (phase == Phase.ADVANCING) {
            if (isBlocked() || !doWorkDue()) {
                return false;
            }
            if (holder != null) {
                // It has been told, and lets the watermark go itself.
                phase = Phase.REST;
                return true;
            }
            phase = Phase.PASSING;
            if (ahead != null && target >= ahead.furthest()) {
                ahead = null;
            }
            output.pass(target);
        }
        if (phase == Phase.PASSING) {
            if (!output.resume()) {
                return false;
            }
            phase = Phase.REST;
        }
        return true;
    }

    /** Whether one below takes nothing before results have come that it waits for. */
    boolean isBlocked() {
        return output.isFullBelow();
    }

    /** Whether an advance of this very operator, and not of one below, is what is under way. */
    boolean isAdvancing() {
        return phase == Phase.ADVANCING;
    }

    /** Whether this operator does not know yet that event time is there, since it was restored from elsewhere. */
    boolean isBehind(long watermark) {
        return makesEventTime ? watermark == Long.MAX_VALUE && lastPassed < watermark : eventTime < watermark;
    }

    private boolean doWorkDue() {
        try {
            do {
                if (!fireDue(TimerDomain.EVENT, target)) {
                    return false;
                }
                forgetKey();
                if (!operator.advance(target)) {
                    return false;
                }
            } while (timers != null && timers.hasDue(TimerDomain.EVENT, target));
            return true;
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
    }

    /** Fires timers up to a time in their domain until none is due or the slice is over; returns whether none is due. */
    private boolean fireDue(TimerDomain domain, long time) throws Exception {
        if (timers == null) {
            return true;
        }
        for (int expected = store.expectDue(domain, time); ; expected--) {
            if (expected == 0) {
                expected = store.expectDue(domain, time);
            }
            Timer timer = timers.pollDue(domain, time);
            if (timer == null) {
                return true;
            }
            // The queue reuses the timer as soon as the handler asks it for something.
            Object key = timer.key();
            Object namespace = timer.namespace();
            long timestamp = timer.timestamp();
            NodeTimers<?> group = timerGroups.get(timer.group());
            store.setCurrentKey(key, timer.keyHash());
            group.fire(domain, key, namespace, timestamp);
            if (!output.hasRoom()) {
                return !timers.hasDue(domain, time);
            }
        }
    }

    /** Whether the wall clock has passed a processing-time timer. It never fires in the millisecond it is set to. */
    boolean hasProcessingTimerDue(long nowMs) {
        return timers != null && timers.hasDue(TimerDomain.PROCESSING, nowMs - 1) && !isBlocked();
    }

    /** What is left to do for the timers of an operator whose input is over. */
    enum TimersAtEnd {
        NOTHING,
        /** Some may fire in a further call. */
        MORE,
        /** Their time has to come. */
        WAIT
    }

    /**
     * The input is over and event time at its end: fires a slice of the timers that are due, and of the others if the operator
     * wants that.
     */
    TimersAtEnd finishTimers(long nowMs) {
        if (timers == null) {
            return TimersAtEnd.NOTHING;
        }
        try {
            boolean isAnyDue = timers.hasDue(TimerDomain.PROCESSING, nowMs - 1);
            firesAllAtEnd |= !isAnyDue && endOfInputPolicy() == EndOfInputPolicy.FIRE_NOW;
            long upTo = firesAllAtEnd ? Long.MAX_VALUE : nowMs - 1;
            if (timers.hasDue(TimerDomain.PROCESSING, upTo)) {
                fireDue(TimerDomain.PROCESSING, upTo);
                return TimersAtEnd.MORE;
            }
            if (timers.hasDue(TimerDomain.EVENT, Long.MAX_VALUE)) {
                // Set by one of the others: no watermark will come for it.
                fireDue(TimerDomain.EVENT, Long.MAX_VALUE);
                return TimersAtEnd.MORE;
            }
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
        waitsForTimers = endOfInputPolicy() == EndOfInputPolicy.WAIT && !timers.isEmpty(TimerDomain.PROCESSING);
        return waitsForTimers ? TimersAtEnd.WAIT : TimersAtEnd.NOTHING;
    }

    /** The timers by the wall clock that the end of the input waits for; null for none. */
    TimerWait timerWait() {
        return waitsForTimers && !timers.isEmpty(TimerDomain.PROCESSING)
                ? new TimerWait(timers.size(TimerDomain.PROCESSING), timers.nextTimestamp(TimerDomain.PROCESSING))
                : null;
    }

    /** The strongest of what the owners of its timers want. They are asked once, so that all timers go by one answer. */
    private EndOfInputPolicy endOfInputPolicy() {
        if (policyAtEnd == null) {
            policyAtEnd = strongestPolicy();
        }
        return policyAtEnd;
    }

    private EndOfInputPolicy strongestPolicy() {
        EndOfInputPolicy strongest = EndOfInputPolicy.DROP;
        for (NodeTimers<?> group : timerGroups) {
            EndOfInputPolicy policy = group == null ? EndOfInputPolicy.DROP : group.endOfInputPolicy();
            if (policy == EndOfInputPolicy.WAIT || strongest == EndOfInputPolicy.DROP) {
                strongest = policy;
            }
        }
        return strongest;
    }

    /**
     * Whether a processing-time timer is dropped when it is set, since all others fire at once and it would never end. Counts
     * it if so.
     */
    boolean dropsAtEnd(long timestamp) {
        if (!firesAllAtEnd || timestamp < clock.nowMs()) {
            return false;
        }
        context.counter(DROPPED_TIMERS).add(1);
        return true;
    }

    /** The input is over: processing-time timers that are not due yet will not fire, which is counted. */
    void dropProcessingTimers() {
        if (timers != null && !timers.isEmpty(TimerDomain.PROCESSING)) {
            context.counter(DROPPED_TIMERS).add(timers.size(TimerDomain.PROCESSING));
        }
    }

    void fireProcessingTimers(long nowMs) {
        try {
            fireDue(TimerDomain.PROCESSING, nowMs - 1);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
    }

    /** The operator sees this watermark from now on. */
    void raise(long watermark) {
        if (watermark > eventTime) {
            if (eventTime == Long.MIN_VALUE && store != null) {
                store.onFirstWatermark(watermark);
            }
            eventTime = watermark;
            roseAtMs = clock.nowMs();
        }
    }

    void passedOn(long watermark) {
        lastPassed = watermark;
    }

    void setIdle(boolean idle) {
        this.idle = idle;
    }

    /** All that is upstream became idle, or active. */
    void onIdle(boolean idle) {
        if (makesEventTime || (holder == null && this.idle == idle)) {
            return;
        }
        forgetKey();
        try {
            operator.onIdle(idle);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
        if (holder == null) {
            output.passIdle(idle);
        }
    }

    /** What comes now belongs to no key, whichever was the current one before. */
    private void forgetKey() {
        if (store != null) {
            store.setCurrentKey(null, 0);
        }
    }

    void endInput(int input) {
        forgetKey();
        try {
            operator.endInput(input);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
        watermarks
                .onEnd(input)
                .forEach((identifier, value) -> output.sendDeclared(watermarks.declaration(identifier), value));
    }

    // ------------------------------------------------------------------------------------ declared watermarks

    NodeWatermarks watermarks() {
        return watermarks;
    }

    /** An input has a value of a declared watermark: the operator is told, then what goes on is sent. */
    void onDeclared(int input, WatermarkDeclaration declaration, long value) {
        if (!watermarks.receive(input, declaration, value, clock.nowMs())) {
            return;
        }
        WatermarkHandlingResult result;
        forgetKey();
        try {
            result = operator.onWatermark(input, declaration.fromLong(value));
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
        watermarks.handled(input, declaration, value, result).ifPresent(goesOn -> {
            if (holder == null) {
                output.sendDeclared(declaration, goesOn);
            } else {
                holder.holdDeclared(declaration.fromLong(goesOn));
            }
        });
    }

    <N> Timers<N> timers(String name, TypeSerializer<N> namespace, Timers.Handler<N> handler) {
        if (timers == null) {
            throw new UnsupportedOperationException(
                    where() + " has no keyed input; setting timers is only supported on a keyed stream");
        }
        int group = timers.group(name, namespace);
        while (timerGroups.size() <= group) {
            timerGroups.add(null);
        }
        NodeTimers<N> made = new NodeTimers<>(this, timers, group, handler);
        timerGroups.set(group, made);
        return made;
    }

    // ------------------------------------------------------------------------------------ life and snapshot

    void open() {
        opened = true;
        openedAtMs = clock.nowMs();
        try {
            if (store != null) {
                boolean didFire = context.restoredState(FIRES_AT_END, Types.BOOLEAN.createSerializer())
                        .contains(true);
                // Not of a drained job that is taken up again: it has more to come.
                firesAllAtEnd = didFire && setup.restored().watermark() == Long.MAX_VALUE;
            }
            operator.open(context);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
    }

    /** What does not fit of the restored state that the operator declared when it was opened. */
    List<StateMisfit> misfits() {
        return store == null ? List.of() : store.misfits();
    }

    /** Closes the operator if its opening was tried. */
    void close() throws Exception {
        if (opened) {
            operator.close();
        }
    }

    OperatorSnapshot.Builder snapshot(long checkpointId) {
        OperatorSnapshot.Builder snapshot = OperatorSnapshot.newBuilder()
                .setUid(setup.uid())
                .setWatermark(lastPassed)
                .setAdvancingTo(phase == Phase.REST ? eventTime : target)
                .setIdle(idle);
        try {
            OwnStateWriter own = new OwnStateWriter(snapshot);
            operator.snapshot(own, checkpointId);
            context.snapshotParts(own, checkpointId);
            context.unclaimed().forEach(snapshot::addOwn);
            if (firesAllAtEnd) {
                own.put(FIRES_AT_END, StateSharing.MERGE, Types.BOOLEAN.createSerializer(), List.of(true));
            }
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
        watermarks.snapshot(snapshot);
        if (ahead != null) {
            snapshot.addAllAhead(ahead.ranges());
        }
        return snapshot.putAllCounters(context.counters().values());
    }

    void checkpointComplete(long checkpointId) {
        try {
            operator.checkpointComplete(checkpointId);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
        if (store != null) {
            store.checkpointComplete(checkpointId);
        }
    }

    void checkpointAborted(long checkpointId) {
        try {
            operator.checkpointAborted(checkpointId);
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw failure(e);
        }
        if (store != null) {
            store.checkpointAborted(checkpointId);
        }
    }
}
