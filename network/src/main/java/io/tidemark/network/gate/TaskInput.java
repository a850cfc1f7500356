package io.tidemark.network.gate;

import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.InputChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All inputs of one task: takes elements from the channels in turn, combines event time gate by gate, aligns barriers over
 * all of them, and tells the task what happened, one event at a time.
 *
 * <p>What one element leads to comes in this order, each in a {@link #poll} of its own: a checkpoint is aborted, the gate
 * becomes active, records, the watermark, the gate becomes idle, declared watermarks, the input ends, a barrier. So records come before the
 * watermark that followed them, and after the news that the gate is active; and a barrier that completes because a channel
 * ended comes when all that the end led to has been told.
 *
 * <p>When a checkpoint goes on unaligned (see {@link BarrierAligner}) the task calls {@link #readAhead} beside its work until
 * {@link #isUnalignedBarrierDue}, puts the rest of its batch back and serves the barrier. What was read ahead is played by
 * {@link #poll} before anything else of its channel, and {@link #inFlight} is the part of it that belongs to the checkpoint.
 *
 * <p>One thread, the one that steps the task.
 */
public final class TaskInput {
    /** What a task is told. */
    public enum Event {
        /** Nothing is there. */
        NONE,
        /** A checkpoint is given up: {@link TaskInput#abortedCheckpointId()}. */
        CHECKPOINT_ABORTED,
        /** The gate of {@link TaskInput#input()} is active again. */
        ACTIVE,
        /** {@link TaskInput#batch()} has records for {@link TaskInput#input()}. */
        RECORDS,
        /** {@link TaskInput#watermark()} of {@link TaskInput#input()} rose. */
        WATERMARK,
        /** All channels of {@link TaskInput#input()} that have not ended are idle. */
        IDLE,
        /**
         * {@link TaskInput#input()} has a new combination of a declared watermark: {@link TaskInput#declaration()} and {@link
         * TaskInput#declaredValue()}.
         */
        DECLARED,
        /** No record follows on {@link TaskInput#input()}. */
        END_OF_INPUT,
        /** {@link TaskInput#barrier()} is aligned over all channels. */
        BARRIER;

        private static final Event[] VALUES = values();

        private int bit() {
            return 1 << ordinal();
        }
    }

    private static final int CHECKPOINT_EVENTS = Event.CHECKPOINT_ABORTED.bit() | Event.BARRIER.bit();

    /** Elements that are read ahead at a time. */
    private static final int READ_AHEAD = 64;

    /** How long the channel whose turn it is may have nothing before others are read ahead out of its way. */
    private static final long STARVED_MS = 5;

    private static final long NOT_STARVED = Long.MIN_VALUE;

    private final List<InputGate> gates;
    private final Gate[] gateStates;
    private final InputChannel[] channels;

    /** Null for a channel that is always aligned. */
    private final LoggedChannel[] logged;

    private final boolean[] replays;
    private final long maxReadAheadBytes;
    private final Gate[] gateOfChannel;
    private final int[] indexInGate;
    private final boolean[] ended;
    private final BarrierAligner aligner;

    /** Null when channels are looked at in turn. */
    private final EventTimeOrder order;

    /** Since when the channel whose turn it is has had nothing. */
    private long starvedSinceMs = NOT_STARVED;

    /**
     * The first replay that has not ended: nothing is taken from other channels, so that what is replayed comes first and in
     * the order in which it came before. -1 when none is left.
     */
    private int replaying;

    /** The channel to look at next. */
    private int next;

    /** The channel to read ahead next. */
    private int nextAhead;

    /** Events still to be told, as bits in the order in which they are told. */
    private int pending;

    /** What pending events but those of checkpoints are about. */
    private Gate about;

    private RecordBatch batch;
    private int batchChannel;

    /** Of the DECLARED event told last. */
    private WatermarkDeclaration toldDeclaration;

    private long toldValue;

    /** The gate of the event told last. */
    private Gate told;

    /** Whether gates may have something to tell from {@link #restore} or {@link #pollBarrierOnly}. */
    private boolean hasUntold;

    /**
     * An input that goes on unaligned only when told to.
     *
     * @param gates by input ordinal
     */
    public TaskInput(List<InputGate> gates) {
        this(gates, BarrierAligner.NEVER, Long.MAX_VALUE);
    }

    /** An input of a job that declares no watermarks; see the other constructor. */
    public TaskInput(List<InputGate> gates, long alignedTimeoutMs, long maxReadAheadBytes) {
        this(gates, List.of(), alignedTimeoutMs, maxReadAheadBytes);
    }

    /**
     * @param gates by input ordinal
     * @param declarations the watermarks that the job declares
     * @param alignedTimeoutMs how long an alignment may take before the checkpoint goes on unaligned; 0 for at once, {@link
     *     BarrierAligner#NEVER}
     * @param maxReadAheadBytes about how much of all channels together may be read ahead; a checkpoint for which that is not
     *     enough is aligned after all
     */
    public TaskInput(
            List<InputGate> gates,
            List<WatermarkDeclaration> declarations,
            long alignedTimeoutMs,
            long maxReadAheadBytes) {
        this(gates, declarations, alignedTimeoutMs, maxReadAheadBytes, false, false);
    }

    /**
     * An input that takes from its channels in the order of their event time ({@link EventTimeOrder}), whatever the threads
     * do. Its checkpoints go unaligned at once, since waiting for a barrier would change the order; those that must be
     * aligned do change it.
     *
     * @param gates by input ordinal
     * @param declarations the watermarks that the job declares
     * @param maxReadAheadBytes about how much of channels whose turn has not come is taken while another is waited for, so
     *     that one that both depend on is not blocked
     * @param replaysTakeTurns whether replays take the turns of the channels of their edge and producer; else they come one by one,
     *     before all else
     */
    public static TaskInput inOrder(
            List<InputGate> gates,
            List<WatermarkDeclaration> declarations,
            long maxReadAheadBytes,
            boolean replaysTakeTurns) {
        return new TaskInput(gates, declarations, 0, maxReadAheadBytes, true, replaysTakeTurns);
    }

    private TaskInput(
            List<InputGate> gates,
            List<WatermarkDeclaration> declarations,
            long alignedTimeoutMs,
            long maxReadAheadBytes,
            boolean isInOrder,
            boolean replaysTakeTurns) {
        Map<String, WatermarkDeclaration> byIdentifier = new LinkedHashMap<>();
        declarations.forEach(declaration -> byIdentifier.put(declaration.getIdentifier(), declaration));
        this.maxReadAheadBytes = maxReadAheadBytes;
        this.gates = List.copyOf(gates);
        int count = gates.stream().mapToInt(gate -> gate.channels().size()).sum();
        gateStates = new Gate[gates.size()];
        channels = new InputChannel[count];
        logged = new LoggedChannel[count];
        replays = new boolean[count];
        gateOfChannel = new Gate[count];
        indexInGate = new int[count];
        ended = new boolean[count];
        aligner = new BarrierAligner(count, alignedTimeoutMs);
        int at = 0;
        for (int g = 0; g < gateStates.length; g++) {
            InputGate gate = gates.get(g);
            gateStates[g] = new Gate(gate.input(), at, gate.channels().size(), byIdentifier);
            for (int i = 0; i < gate.channels().size(); i++, at++) {
                GateChannel channel = gate.channels().get(i);
                channels[at] = channel.channel();
                if (channel.log() != null) {
                    logged[at] = new LoggedChannel(channel.channel(), channel.log());
                    channels[at] = logged[at];
                }
                if (channel.isReplay()) {
                    replays[at] = true;
                }
                gateOfChannel[at] = gateStates[g];
                indexInGate[at] = i;
            }
        }
        replaying = firstOpenReplay();
        order = isInOrder
                ? new EventTimeOrder(
                        Stream.of(gateStates).map(gate -> gate.combiner).toList(), replays, turns(), replaysTakeTurns)
                : null;
    }

    private record Place(Gate gate, int edge, int producer) {}

    /** By channel the one of the same edge and producer that a replay stands before; else the channel itself. */
    private int[] turns() {
        Map<Place, Integer> live = new HashMap<>();
        for (int channel = 0; channel < channels.length; channel++) {
            if (!replays[channel]) {
                live.put(placeOf(channel), channel);
            }
        }
        int[] turns = new int[channels.length];
        for (int channel = 0; channel < turns.length; channel++) {
            turns[channel] = replays[channel] ? live.getOrDefault(placeOf(channel), channel) : channel;
        }
        return turns;
    }

    private Place placeOf(int channel) {
        GateChannel at = gateChannel(channel);
        return new Place(gateOfChannel[channel], at.edge(), at.producerSubtask());
    }

    private GateChannel gateChannel(int channel) {
        int gate = List.of(gateStates).indexOf(gateOfChannel[channel]);
        return gates.get(gate).channels().get(indexInGate[channel]);
    }

    private int firstOpenReplay() {
        for (int channel = 0; channel < replays.length; channel++) {
            if (replays[channel] && !ended[channel]) {
                return channel;
            }
        }
        return -1;
    }

    /** One input's event time, and how much of it the task has been told. */
    private static final class Gate {
        private final int input;
        private final int firstChannel;
        private final EventTimeCombiner combiner;
        private final DeclaredCombiners declared;
        private long toldWatermark = Long.MIN_VALUE;
        private boolean toldIdle;
        private int open;

        /** What the task is to be told before anything more is taken from a channel. */
        private int untold;

        Gate(int input, int firstChannel, int channels, Map<String, WatermarkDeclaration> declarations) {
            this.input = input;
            this.firstChannel = firstChannel;
            this.combiner = new EventTimeCombiner(channels);
            this.declared = new DeclaredCombiners(declarations, channels);
            this.open = channels;
        }
    }

    /**
     * The next event. Fair: channels are looked at in turn. Records of the event told last must have been given back.
     *
     * @param nowMs wall clock, for the facts
     */
    public Event poll(long nowMs) {
        if (batch != null && (pending & Event.RECORDS.bit()) == 0) {
            throw new IllegalStateException("the batch of input " + gateOfChannel[batchChannel].input
                    + " was not recycled before the next poll");
        }
        if (pending == 0 && hasUntold) {
            takeUntold();
        }
        if (pending != 0) {
            return tell();
        }
        if (order != null) {
            return pollInOrder(nowMs);
        }
        int count = channels.length;
        int empty = 0;
        int channel = next;
        while (empty < count) {
            Object element = isHeld(channel) ? null : channels[channel].poll();
            int taken = channel;
            channel = channel + 1 == count ? 0 : channel + 1;
            if (element == null) {
                empty++;
                continue;
            }
            empty = 0;
            take(taken, element, nowMs);
            if (pending != 0) {
                next = channel;
                return tell();
            }
        }
        next = channel;
        return Event.NONE;
    }

    private Event pollInOrder(long nowMs) {
        while (takeOutsideTheOrder(nowMs) || takeInOrder(nowMs)) {
            starvedSinceMs = NOT_STARVED;
            if (pending != 0) {
                return tell();
            }
        }
        return Event.NONE;
    }

    private boolean takeOutsideTheOrder(long nowMs) {
        for (Gate gate : gateStates) {
            if (gate.combiner.activeChannels() == gate.combiner.channels()) {
                continue;
            }
            for (int i = 0; i < gate.combiner.channels(); i++) {
                int channel = gate.firstChannel + i;
                if (order.isOutside(channel) && takeFrom(channel, nowMs)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean takeFrom(int channel, long nowMs) {
        Object element = isHeld(channel) ? null : channels[channel].poll();
        if (element == null) {
            return false;
        }
        take(channel, element, nowMs);
        return true;
    }

    private boolean takeInOrder(long nowMs) {
        int first = order.first();
        if (first < 0) {
            return false;
        }
        if (aligner.isBlocked(first)) {
            return takeTowardsBarriers(nowMs);
        }
        if (takeFrom(first, nowMs)) {
            return true;
        }
        if (starvedSinceMs == NOT_STARVED) {
            starvedSinceMs = nowMs;
        } else if (nowMs - starvedSinceMs >= STARVED_MS && !aligner.mayReadAhead()) {
            readAheadOthers(first);
        }
        return false;
    }

    /**
     * The barrier of the channel whose turn it is has come before those of others. What they have before theirs is read ahead,
     * so that the order stays; only a channel without a log, and a checkpoint that must be aligned, are taken out of turn.
     */
    private boolean takeTowardsBarriers(long nowMs) {
        boolean unlogged = aligner.goesUnaligned();
        int best = -1;
        for (int channel = 0; channel < channels.length; channel++) {
            boolean isCandidate = aligner.isAwaited(channel)
                    && (!unlogged || logged[channel] == null)
                    && !order.isHeld(channel)
                    && !channels[channel].isEmpty();
            if (isCandidate && (best < 0 || order.watermark(channel) < order.watermark(best))) {
                best = channel;
            }
        }
        return best >= 0 && takeFrom(best, nowMs);
    }

    /**
     * Takes what others have out of their channels, to be played when it is their turn: the one that is waited for may
     * depend on a producer that is blocked because they are full. Not beyond a barrier: what is behind one in a log would be
     * taken for a part of its checkpoint.
     */
    private void readAheadOthers(int first) {
        int left = READ_AHEAD;
        long room = maxReadAheadBytes - readAheadBytes();
        for (int channel = 0; channel < channels.length && left > 0 && room > 0; channel++) {
            LoggedChannel other = channel == first ? null : logged[channel];
            while (other != null
                    && left > 0
                    && room > 0
                    && aligner.isOver(other.log().newestBarrierId())) {
                long before = other.log().bytes();
                if (other.readAhead() == null) {
                    break;
                }
                left--;
                room -= other.log().bytes() - before;
            }
        }
    }

    /** The channel that the order of event time waits for; nothing when the task does not wait so, or takes in turn. */
    public Optional<OrderWait> orderWait() {
        int first = order == null || starvedSinceMs == NOT_STARVED ? -1 : order.first();
        if (first < 0) {
            return Optional.empty();
        }
        GateChannel channel = gateChannel(first);
        return Optional.of(new OrderWait(
                gateOfChannel[first].input,
                channel.edge(),
                channel.producerVertex(),
                channel.producerName(),
                channel.producerSubtask(),
                starvedSinceMs,
                readAheadBytes(),
                holdsOthersUp(first)));
    }

    private boolean holdsOthersUp(int first) {
        boolean isFull = readAheadBytes() >= maxReadAheadBytes;
        for (int channel = 0; channel < channels.length; channel++) {
            boolean isOther = channel != first && !order.isOutside(channel) && !aligner.isBlocked(channel);
            boolean isLeft =
                    logged[channel] == null ? !channels[channel].isEmpty() : isFull && logged[channel].hasMore();
            if (isOther && isLeft) {
                return true;
            }
        }
        return false;
    }

    /** Whether channels have something that is not taken now, as it stands behind a barrier or out of turn. */
    public boolean hasUntaken() {
        for (InputChannel channel : channels) {
            if (!channel.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private boolean isHeld(int channel) {
        boolean isBehindReplays = order == null ? replaying >= 0 && replaying != channel : order.isHeld(channel);
        return aligner.isBlocked(channel) || isBehindReplays;
    }

    private void takeUntold() {
        for (Gate gate : gateStates) {
            if (gate.untold != 0) {
                about = gate;
                pending = gate.untold;
                gate.untold = 0;
                return;
            }
        }
        hasUntold = false;
    }

    private void take(int channel, Object element, long nowMs) {
        Gate gate = gateOfChannel[channel];
        int index = indexInGate[channel];
        about = gate;
        if (element instanceof RecordBatch records) {
            if (ended[channel]) {
                throw new IllegalStateException(
                        records.size() + " records came after the end of channel " + index + " of input " + gate.input);
            }
            batch = records;
            batchChannel = channel;
            pending = Event.RECORDS.bit();
            if (gate.combiner.isIdle(index)) {
                pend(gate.combiner.onActive(index, nowMs));
            }
            return;
        }
        ControlElement control = (ControlElement) element;
        switch (control.kind()) {
            case WATERMARK ->
                pend(gate.combiner.onWatermark(index, ((ControlElement.Watermark) control).timestamp(), nowMs));
            case IDLE -> pend(gate.combiner.onIdle(index, nowMs));
            case ACTIVE -> pend(gate.combiner.onActive(index, nowMs));
            case DECLARED -> {
                ControlElement.Declared declared = (ControlElement.Declared) control;
                gate.declared.onValue(index, declared.identifier(), declared.value(), nowMs);
                pendDeclared(gate);
            }
            case BARRIER -> pend(aligner.onBarrier(channel, (ControlElement.Barrier) control, nowMs));
            case END -> end(channel, gate, index, nowMs);
        }
    }

    private void end(int channel, Gate gate, int index, long nowMs) {
        if (ended[channel]) {
            return;
        }
        ended[channel] = true;
        if (order != null) {
            order.onEnd(channel);
        }
        replaying = replaying < 0 ? -1 : firstOpenReplay();
        gate.open--;
        pend(gate.combiner.onEnd(index, nowMs));
        gate.declared.onEnd(index);
        pendDeclared(gate);
        if (gate.open == 0) {
            pending |= Event.END_OF_INPUT.bit();
        }
        pend(aligner.onEnd(channel, nowMs));
    }

    private void pend(GateChange change) {
        pending |= bits(change);
    }

    private void pendDeclared(Gate gate) {
        pending |= gate.declared.hasUntold() ? Event.DECLARED.bit() : 0;
    }

    private static int bits(GateChange change) {
        int bits = change.becameActive() ? Event.ACTIVE.bit() : 0;
        bits |= change.watermarkRose() ? Event.WATERMARK.bit() : 0;
        return bits | (change.becameIdle() ? Event.IDLE.bit() : 0);
    }

    private void pend(BarrierAligner.Decision decision) {
        pending |= decision.isAborted() ? Event.CHECKPOINT_ABORTED.bit() : 0;
        pending |= decision.isComplete() ? Event.BARRIER.bit() : 0;
    }

    private Event tell() {
        Event event = Event.VALUES[Integer.numberOfTrailingZeros(pending)];
        pending &= pending - 1;
        if (event != Event.CHECKPOINT_ABORTED && event != Event.BARRIER) {
            told = about;
        }
        switch (event) {
            case ACTIVE -> about.toldIdle = false;
            case WATERMARK -> about.toldWatermark = about.combiner.watermark();
            case IDLE -> about.toldIdle = true;
            case DECLARED -> tellDeclared();
            default -> {}
        }
        return event;
    }

    private void tellDeclared() {
        String identifier = about.declared.takeUntold();
        toldDeclaration = about.declared.declaration(identifier);
        toldValue = about.declared.combination(identifier);
        pendDeclared(about);
    }

    /**
     * Takes barriers, and nothing else, that stand at the heads of channels, so that one is served in the middle of a long
     * firing. What a {@link #poll} has still to tell waits until the next one. Between two batches only.
     *
     * @return BARRIER once all have come, CHECKPOINT_ABORTED, or NONE
     */
    public Event pollBarrierOnly(long nowMs) {
        if (batch != null && (pending & Event.RECORDS.bit()) != 0 && isUnalignedBarrierDue() && canPutBack()) {
            pending &= ~Event.RECORDS.bit();
            putBack(0);
        }
        if (batch != null) {
            return Event.NONE;
        }
        for (int channel = 0; channel < channels.length && (pending & CHECKPOINT_EVENTS) == 0; channel++) {
            if (gateOfChannel[channel].combiner.isEnded(indexInGate[channel])) {
                takeEndAhead(channel, nowMs);
            }
            if (!aligner.isBlocked(channel) && channels[channel].peek() instanceof ControlElement.Barrier barrier) {
                channels[channel].poll();
                pend(aligner.onBarrier(channel, barrier, nowMs));
            }
        }
        int told = pending & CHECKPOINT_EVENTS;
        if (told == 0) {
            return Event.NONE;
        }
        Event event = Event.VALUES[Integer.numberOfTrailingZeros(told)];
        pending &= ~event.bit();
        return event;
    }

    /**
     * Takes what stands before a barrier on a channel whose event time is over: its end, and what a restored producer that
     * had ended says again. While nothing but barriers is taken, since timers fire at the end of time or are waited for there,
     * that is not to hold a checkpoint up. What comes of it is told by the next {@link #poll}.
     */
    private void takeEndAhead(int channel, long nowMs) {
        if (order != null || isHeld(channel)) {
            return;
        }
        Gate gate = gateOfChannel[channel];
        while (!aligner.isBlocked(channel)
                && channels[channel].peek() instanceof ControlElement said
                && !(said instanceof ControlElement.Barrier)) {
            int pendingBefore = pending;
            Gate aboutBefore = about;
            pending = 0;
            take(channel, channels[channel].poll(), nowMs);
            gate.untold |= pending & ~CHECKPOINT_EVENTS;
            hasUntold |= gate.untold != 0;
            pending = pendingBefore | pending & CHECKPOINT_EVENTS;
            about = aboutBefore;
        }
    }

    /**
     * The coordinator has given up a checkpoint. Channels that waited for it are free again; its barriers are passed over
     * from now on. Whether the task had been waiting for it is told by {@link #poll} as CHECKPOINT_ABORTED.
     */
    public void cancelCheckpoint(long checkpointId) {
        pend(aligner.cancel(checkpointId));
    }

    // ------------------------------------------------------------------------------------ unaligned checkpoints

    /** The coordinator does not want this checkpoint to be aligned any longer. */
    public void unalign(long checkpointId) {
        aligner.onUnalign(checkpointId);
    }

    /** Whether a checkpoint is under way, so that {@link #isReadingAhead} is worth asking. */
    public boolean mayReadAhead() {
        return aligner.mayReadAhead() || isUnalignedBarrierDue();
    }

    /** Whether channels are being read ahead now. */
    public boolean isReadingAhead() {
        return aligner.isReadingAhead();
    }

    /** As {@link #isReadingAhead()}, after it has begun if it is due. */
    public boolean isReadingAhead(long nowMs) {
        if ((pending & Event.BARRIER.bit()) != 0) {
            // What is read now would mix with what is in flight for the barrier that is still to be told.
            return false;
        }
        if (aligner.beginReadingAhead(nowMs)) {
            for (int channel = 0; channel < logged.length && aligner.isReadingAhead(); channel++) {
                if (logged[channel] != null && !aligner.isBlocked(channel)) {
                    onMarks(channel, nowMs);
                }
            }
        }
        return aligner.isReadingAhead();
    }

    /** Barriers and ends may have been read ahead for an earlier checkpoint. */
    private void onMarks(int channel, long nowMs) {
        for (ControlElement mark : logged[channel].log().marks()) {
            if (aligner.isReadAhead(channel)) {
                onAhead(channel, mark, nowMs);
            }
        }
    }

    private void onAhead(int channel, Object element, long nowMs) {
        if (element instanceof ControlElement.Barrier barrier) {
            pend(aligner.onBarrierAhead(channel, barrier, nowMs));
        } else if (element instanceof ControlElement.End) {
            pend(aligner.onEndAhead(channel, nowMs));
        }
    }

    /** Whether the batch of the RECORDS event told last keeps its channel from being read ahead, so that it should go back. */
    public boolean isBatchInTheWay() {
        return batch != null
                && (pending & Event.RECORDS.bit()) == 0
                && aligner.isReadAhead(batchChannel)
                && logged[batchChannel] != null
                && !logged[batchChannel].log().owns(batch);
    }

    /** Whether the batch of the RECORDS event told last can be {@linkplain #putBack put back}. */
    public boolean canPutBack() {
        return batch != null && logged[batchChannel] != null;
    }

    /**
     * Gives the records of a RECORDS event back when only those before {@code from} were used. The others come again, and are
     * in flight until then.
     */
    public void putBack(int from) {
        RecordBatch rest = batch;
        batch = null;
        logged[batchChannel].putBack(rest, from);
    }

    /** Whether a checkpoint has all its barriers, some of them read ahead: {@link #pollBarrierOnly} tells it. */
    public boolean isUnalignedBarrierDue() {
        return (pending & Event.BARRIER.bit()) != 0 && aligner.isCompletedUnaligned();
    }

    /**
     * While a checkpoint goes on unaligned: reads a bounded number of elements ahead of the channels whose barrier is awaited,
     * whatever room the task's outputs have.
     *
     * @return whether something was there
     */
    public boolean readAhead(long nowMs) {
        boolean moved = false;
        int left = READ_AHEAD;
        int count = channels.length;
        for (int i = 0; i < count && left > 0 && aligner.isReadingAhead(); i++) {
            int channel = nextAhead;
            while (left > 0 && aligner.isReadAhead(channel) && canReadAhead(channel)) {
                Object element = logged[channel].readAhead();
                if (element == null) {
                    break;
                }
                moved = true;
                left--;
                onAhead(channel, element, nowMs);
            }
            nextAhead = channel + 1 == count ? 0 : channel + 1;
        }
        if (moved && order == null && aligner.isReadingAhead() && readAheadBytes() > maxReadAheadBytes) {
            aligner.alignAfterAll();
        }
        return moved;
    }

    /** Not while a batch of the channel itself is out: it must come back first. */
    private boolean canReadAhead(int channel) {
        return logged[channel] != null
                && (batch == null
                        || batchChannel != channel
                        || logged[channel].log().owns(batch));
    }

    /** About how much has been read ahead and not been processed yet. */
    public long readAheadBytes() {
        long bytes = 0;
        for (LoggedChannel channel : logged) {
            bytes += channel == null ? 0 : channel.log().bytes();
        }
        return bytes;
    }

    /** The checkpoint whose barriers are awaited; -1 for none. */
    public long awaitedCheckpointId() {
        return aligner.awaitedId();
    }

    /** Whether too much would have had to be read ahead for the checkpoint whose barriers are awaited. */
    public boolean isAlignedAfterAll() {
        return aligner.isAlignedAfterAll();
    }

    /** The channel whose barrier is awaited first, for people; empty when none is. */
    public String awaitedChannel() {
        int awaited = aligner.firstAwaited();
        if (awaited < 0) {
            return "";
        }
        Gate gate = gateOfChannel[awaited];
        for (InputGate inputGate : gates) {
            if (inputGate.input() == gate.input) {
                GateChannel channel = inputGate.channels().get(indexInGate[awaited]);
                return "edge " + channel.edge() + " from " + channel.producerName() + ", subtask "
                        + channel.producerSubtask();
            }
        }
        throw new IllegalStateException("channel " + awaited + " belongs to no gate");
    }

    /** Whether the checkpoint of a BARRIER event went on unaligned. */
    public boolean isUnaligned() {
        return aligner.isCompletedUnaligned();
    }

    /** What is in flight as of a BARRIER event, before anything else is called. */
    public List<InFlight> inFlight() {
        List<InFlight> inFlight = new ArrayList<>();
        if (!aligner.isCompletedUnaligned()) {
            return inFlight;
        }
        for (InputGate inputGate : gates) {
            Gate gate = gate(inputGate.input());
            for (int i = 0; i < inputGate.channels().size(); i++) {
                GateChannel channel = inputGate.channels().get(i);
                List<Object> parts = channel.log() == null
                        ? List.of()
                        : channel.log().before(barrier().checkpointId());
                if (!parts.isEmpty()) {
                    inFlight.add(new InFlight(
                            gate.input,
                            channelState(gate, channel, i),
                            channel.isReplay(),
                            parts,
                            InFlightLog.bytes(parts)));
                }
            }
        }
        return inFlight;
    }

    private static GateState.ChannelState channelState(Gate gate, GateChannel channel, int index) {
        EventTimeCombiner combiner = gate.combiner;
        return new GateState.ChannelState(
                channel.edge(),
                channel.producerSubtask(),
                combiner.watermark(index),
                combiner.isIdle(index),
                combiner.isEnded(index),
                gate.declared.isClosed(index),
                gate.declared.values(index));
    }

    // ------------------------------------------------------------------------------------ facts about events

    /** The ordinal of the input that the event told last is about: all but BARRIER and CHECKPOINT_ABORTED. */
    public int input() {
        return told.input;
    }

    /** The records of a RECORDS event, until {@link #recycle}. */
    public RecordBatch batch() {
        return batch;
    }

    /** Gives the records of a RECORDS event back. */
    public void recycle() {
        RecordBatch done = batch;
        batch = null;
        channels[batchChannel].recycle(done);
    }

    /** The watermark of the gate that the event told last is about. */
    public long watermark() {
        return told.toldWatermark;
    }

    /** Which watermark a DECLARED event is about. */
    public WatermarkDeclaration declaration() {
        return toldDeclaration;
    }

    /** The combination of a DECLARED event; 0 or 1 for a flag. */
    public long declaredValue() {
        return toldValue;
    }

    /** The watermark of an input as the task was told; {@link Long#MIN_VALUE} before the first. */
    public long watermark(int input) {
        return gate(input).toldWatermark;
    }

    private Gate gate(int input) {
        for (Gate gate : gateStates) {
            if (gate.input == input) {
                return gate;
            }
        }
        throw new IllegalArgumentException("there is no input " + input + " among " + gates.size());
    }

    /** The barrier of a BARRIER event. */
    public ControlElement.Barrier barrier() {
        return aligner.completed();
    }

    /** How long the alignment of a BARRIER event took, from the first barrier to the last. */
    public long alignmentMs() {
        return aligner.alignmentMs();
    }

    /** The checkpoint of a CHECKPOINT_ABORTED event. */
    public long abortedCheckpointId() {
        return aligner.abortedId();
    }

    /** Whether every channel of every input has ended. Barriers may still come. */
    public boolean isEnded() {
        for (Gate gate : gateStates) {
            if (gate.open > 0) {
                return false;
            }
        }
        return true;
    }

    /** The first channel's failure that there is, else null. */
    public Throwable failure() {
        for (InputChannel channel : channels) {
            Throwable failure = channel.failure();
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    /** Lets go of all that was not taken, and of every channel. */
    public void close() {
        if (batch != null) {
            recycle();
        }
        pending = 0;
        for (InputChannel channel : channels) {
            channel.close();
        }
    }

    /** The gates' event time, by input; to be taken when a barrier is told. */
    public List<GateState> snapshot() {
        List<GateState> states = new ArrayList<>();
        for (InputGate inputGate : gates) {
            Gate gate = gate(inputGate.input());
            List<GateState.ChannelState> channelStates = new ArrayList<>();
            for (int i = 0; i < inputGate.channels().size(); i++) {
                GateChannel channel = inputGate.channels().get(i);
                if (!channel.isReplay()) {
                    channelStates.add(channelState(gate, channel, i));
                }
            }
            states.add(new GateState(
                    gate.input, gate.toldWatermark, gate.toldIdle, channelStates, gate.declared.combinations()));
        }
        return states;
    }

    /**
     * Puts the gates where a snapshot has them. Before the first poll. Several states of one input, as after a rescale, are
     * joined to the least of them; channels that are in none start without a watermark. What the task of the snapshot had
     * not been told yet is told by the next polls.
     */
    public void restore(List<GateState> states) {
        hasUntold = true;
        for (InputGate inputGate : gates) {
            List<GateState> mine = states.stream()
                    .filter(state -> state.input() == inputGate.input())
                    .toList();
            if (!mine.isEmpty()) {
                restore(inputGate, gate(inputGate.input()), mine);
            }
        }
    }

    /** The channels of a gate by edge and producer. */
    private record ChannelKey(int edge, int producer) {}

    private static void restore(InputGate inputGate, Gate gate, List<GateState> states) {
        Map<ChannelKey, List<GateState.ChannelState>> byChannel = states.stream()
                .flatMap(state -> state.channels().stream())
                .collect(Collectors.groupingBy(state -> new ChannelKey(state.edge(), state.producer())));
        for (int i = 0; i < inputGate.channels().size(); i++) {
            GateChannel channel = inputGate.channels().get(i);
            if (channel.isReplay()) {
                GateState.ChannelState state = channel.replayed();
                gate.combiner.restoreChannel(i, state.watermark(), state.idle(), false);
                gate.declared.restoreChannel(i, state.declared(), false);
                continue;
            }
            List<GateState.ChannelState> mine =
                    byChannel.getOrDefault(new ChannelKey(channel.edge(), channel.producerSubtask()), List.of());
            if (!mine.isEmpty()) {
                long watermark = mine.stream()
                        .mapToLong(GateState.ChannelState::watermark)
                        .min()
                        .getAsLong();
                boolean idle = mine.stream().allMatch(GateState.ChannelState::idle);
                boolean ended = mine.stream().allMatch(GateState.ChannelState::ended);
                gate.combiner.restoreChannel(i, watermark, idle, ended);
                gate.declared.restoreChannel(
                        i,
                        DeclaredCombiners.agreed(mine.stream()
                                .map(GateState.ChannelState::declared)
                                .toList()),
                        mine.stream().allMatch(GateState.ChannelState::closed));
            }
        }
        gate.toldWatermark =
                states.stream().mapToLong(GateState::watermark).min().getAsLong();
        gate.toldIdle = states.stream().allMatch(GateState::idle);
        gate.untold = bits(gate.combiner.restore(gate.toldWatermark, gate.toldIdle));
        gate.declared.restore(states.stream().map(GateState::declared).toList());
        gate.untold |= gate.declared.hasUntold() ? Event.DECLARED.bit() : 0;
    }

    /** What can be said about the declared watermarks of all gates of which a value has come. */
    public List<DeclaredGateFacts> declaredFacts() {
        List<DeclaredGateFacts> facts = new ArrayList<>();
        for (InputGate inputGate : gates) {
            Gate gate = gate(inputGate.input());
            gate.declared
                    .combiners()
                    .forEach((identifier, combiner) -> facts.add(new DeclaredGateFacts(
                            gate.input,
                            gate.declared.declaration(identifier),
                            combiner.hasCombination() ? OptionalLong.of(combiner.combination()) : OptionalLong.empty(),
                            combiner.waitsFor(),
                            declaredChannels(inputGate, combiner))));
        }
        return facts;
    }

    private static List<DeclaredGateFacts.Channel> declaredChannels(InputGate inputGate, WatermarkCombiner combiner) {
        List<DeclaredGateFacts.Channel> channels = new ArrayList<>();
        for (int i = 0; i < inputGate.channels().size(); i++) {
            GateChannel channel = inputGate.channels().get(i);
            channels.add(new DeclaredGateFacts.Channel(
                    channel.edge(),
                    channel.producerVertex(),
                    channel.producerName(),
                    channel.producerSubtask(),
                    combiner.hasValue(i) ? OptionalLong.of(combiner.value(i)) : OptionalLong.empty(),
                    combiner.changedAtMs(i),
                    combiner.isEnded(i)));
        }
        return channels;
    }

    /** A consistent picture of all channels, gate by gate. */
    public List<ChannelFacts> facts() {
        List<ChannelFacts> facts = new ArrayList<>();
        for (InputGate inputGate : gates) {
            Gate gate = gate(inputGate.input());
            EventTimeCombiner combiner = gate.combiner;
            int heldBackBy = combiner.heldBackBy();
            for (int i = 0; i < inputGate.channels().size(); i++) {
                GateChannel channel = inputGate.channels().get(i);
                if (channel.isReplay()) {
                    continue;
                }
                facts.add(new ChannelFacts(
                        gate.input,
                        channel.edge(),
                        channel.producerVertex(),
                        channel.producerName(),
                        channel.producerSubtask(),
                        combiner.isEnded(i) ? Long.MAX_VALUE : combiner.watermark(i),
                        combiner.isIdle(i),
                        combiner.isEnded(i),
                        combiner.advancedAtMs(i),
                        combiner.idleSinceMs(i),
                        i == heldBackBy,
                        aligner.isBlocked(gate.firstChannel + i)));
            }
        }
        return facts;
    }
}
