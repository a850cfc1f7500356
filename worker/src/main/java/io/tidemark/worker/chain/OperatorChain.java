package io.tidemark.worker.chain;

import io.tidemark.api.config.JobOptions;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.Records;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.checkpoint.proto.InputSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.schema.StateMisfit;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.store.LiveValue;
import io.tidemark.checkpoint.store.StateLookException;
import io.tidemark.checkpoint.store.StateSchemaException;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.gate.EventTimeCombiner;
import io.tidemark.network.gate.GateChange;
import io.tidemark.worker.advice.DelayQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The operators of one task. Records, watermarks, idleness and ends go in at the head and come out at the edges.
 *
 * <p>An advance of event time may stop in the middle, when its slice is over or the edges have no room. Then {@link
 * #isAtRest} is false, and {@link #resume} comes before anything else but barriers and mail.
 */
public final class OperatorChain {
    private final List<ChainNode> nodes = new ArrayList<>();
    private final List<OutputEdge> edges = new ArrayList<>();
    private final List<HandoverCheck> handoverChecks = new ArrayList<>();

    /** The operators that hold records, the last one first. */
    private final List<ChainNode> holders = new ArrayList<>();

    private final CallbackQueue callbacks = new CallbackQueue();
    private final ChainSetup setup;
    private final SliceBudget budget;
    private final TaskClock clock;
    private final ChainNode head;

    /** Event time over the head's inputs; null when it has one or none. */
    private final EventTimeCombiner inputs;

    private final boolean[] endedInputs;

    /** How many operators have been told the end; -1 before the end. */
    private int endedNodes = -1;

    private boolean ended;
    private boolean waitsForTimers;
    private boolean draining;
    private boolean inLongBurst;
    private boolean restoredEnded;
    private long recordsIn;

    /**
     * @param sliceNs how long a slice of work may take
     */
    public OperatorChain(ChainSetup setup, TaskClock clock, long sliceNs) {
        this(setup, clock, sliceNs, 0);
    }

    /** @param checkEvery look at the outputs' room once in so many records or timers; 0 for the default */
    public OperatorChain(ChainSetup setup, TaskClock clock, long sliceNs, int checkEvery) {
        this.setup = setup;
        this.clock = clock;
        this.budget = checkEvery == 0
                ? new SliceBudget(clock, sliceNs, this::edgesHaveRoom)
                : new SliceBudget(clock, sliceNs, this::edgesHaveRoom, checkEvery);
        for (OperatorSetup operator : setup.operators()) {
            nodes.add(new ChainNode(setup, operator, clock, budget, callbacks));
        }
        setup.edges().forEach(exit -> edges.add(exit.edge()));
        head = nodes.get(0);
        inputs = setup.inputs() > 1 ? new EventTimeCombiner(setup.inputs()) : null;
        endedInputs = new boolean[setup.inputs()];
        for (int i = nodes.size() - 1; i >= 0; i--) {
            connect(i);
            if (nodes.get(i).holder() != null) {
                holders.add(nodes.get(i));
            }
        }
    }

    private void connect(int index) {
        ChainNode node = nodes.get(index);
        int outputCount = Math.max(1, node.setup().outputCount());
        Receiver[] receivers = new Receiver[outputCount];
        List<NodeOutput.Child> children = new ArrayList<>();
        List<OutputEdge> exits = new ArrayList<>();
        List<NodeOutput> canStall = new ArrayList<>();
        if (node.makesEventTime() || node.holder() != null) {
            canStall.add(node.output());
        }
        for (int output = 0; output < outputCount; output++) {
            List<Receiver> targets = new ArrayList<>();
            for (ChainSetup.Link link : setup.links()) {
                if (link.from() == index && link.output() == output) {
                    targets.add(receiver(node, link));
                }
            }
            for (ChainSetup.Exit exit : setup.edges()) {
                if (exit.from() == index && exit.output() == output) {
                    targets.add(receiver(node, exit));
                }
            }
            receivers[output] = Receiver.of(targets.toArray(Receiver[]::new));
        }
        for (ChainSetup.Link link : setup.links()) {
            NodeOutput.Child child = new NodeOutput.Child(nodes.get(link.to()), link.input());
            if (link.from() == index && !children.contains(child)) {
                children.add(child);
                canStall.addAll(nodes.get(link.to()).output().thoseThatCanStall());
            }
        }
        setup.edges().stream().filter(exit -> exit.from() == index).forEach(exit -> exits.add(exit.edge()));
        node.output().connect(receivers, children, exits, canStall);
        node.context().useOutput(OwnOutput.create(node.output(), receivers[0]));
    }

    private Receiver receiver(ChainNode from, ChainSetup.Exit exit) {
        Receiver receiver = exit.edge().receiver();
        return exit.checked() == null || exit.checked().isImmutable()
                ? receiver
                : checking(from, exit.checked(), receiver);
    }

    private Receiver checking(ChainNode from, TypeSerializer<Object> serializer, Receiver next) {
        HandoverCheck check = new HandoverCheck(serializer, from.where(), next);
        handoverChecks.add(check);
        return check;
    }

    private Receiver receiver(ChainNode from, ChainSetup.Link link) {
        Receiver receiver = ChainedReceiver.create(nodes.get(link.to()), link.input());
        TypeSerializer<Object> serializer = link.serializer();
        if (link.handover() == RecordHandover.SHARE || serializer == null || serializer.isImmutable()) {
            return receiver;
        }
        if (link.handover() == RecordHandover.COPY) {
            return (value, timestamp) -> receiver.receive(value == null ? null : serializer.copy(value), timestamp);
        }
        return checking(from, serializer, receiver);
    }

    // ------------------------------------------------------------------------------------ life

    /** Puts the chain where a snapshot has its task. Operators were restored with their setups. */
    public void restore(TaskSnapshot snapshot) {
        restoredEnded = snapshot.getEnded();
        snapshot.getEndedInputsList().forEach(input -> {
            endedInputs[input] = true;
            head.watermarks().restoreEnd(input);
        });
        if (inputs != null) {
            snapshot.getInputsList()
                    .forEach(input -> inputs.restoreChannel(
                            input.getInput(), input.getWatermark(), input.getIdle(), input.getEnded()));
        }
    }

    /**
     * Opens the operators, the last one first. The edges are open by now.
     *
     * @throws StateSchemaException when restored state does not fit what they declare; it lists all that does not
     */
    public void open() {
        if (inputs != null && head.setup().restored().isRestored()) {
            inputs.restore(head.eventTime(), head.isIdle());
        }
        // Consumers that were restored from elsewhere, or that have new channels, learn where this task stands.
        for (ChainNode node : nodes) {
            node.output().repeatStatus();
            node.output().repeatDeclared();
        }
        for (int i = nodes.size() - 1; i >= 0; i--) {
            nodes.get(i).open();
        }
        List<StateMisfit> misfits =
                nodes.stream().flatMap(node -> node.misfits().stream()).toList();
        if (!misfits.isEmpty()) {
            throw StateSchemaException.misfits(misfits);
        }
        nodes.forEach(node -> node.output().catchUp());
        if (restoredEnded) {
            writeEnd();
        } else if (allInputsEnded()) {
            endedNodes = 0;
        }
    }

    private boolean allInputsEnded() {
        return endedInputs.length > 0 && !head.operator().isSource() && hasEveryInputEnded();
    }

    private boolean hasEveryInputEnded() {
        for (boolean inputEnded : endedInputs) {
            if (!inputEnded) {
                return false;
            }
        }
        return true;
    }

    /** The places that its source reader has in groups of readers; for any thread. */
    public List<GroupMember> groupMembers() {
        return head.operator() instanceof InSourceGroups reader ? reader.groupMembers() : List.of();
    }

    /** A slice of work begins. */
    public void beginSlice(long nowNs) {
        budget.begin(nowNs);
    }

    /** Whether no advance and no end is under way. */
    public boolean isAtRest() {
        for (ChainNode node : nodes) {
            if (!node.isAtRest()) {
                return false;
            }
        }
        return endedNodes < 0 || ended;
    }

    /** Goes on with what is under way. */
    public void resume() {
        if (resumeAdvances() && endedNodes >= 0 && !ended) {
            continueEnd();
        }
    }

    private boolean resumeAdvances() {
        // Deepest first: an operator goes on only when all below have taken what it sent.
        for (int i = nodes.size() - 1; i >= 0; i--) {
            ChainNode node = nodes.get(i);
            if (!node.output().resume() || !node.resumeAdvance()) {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------------------------ records that are held

    /** Has operators that hold records let go what may, those at the end of the chain first; returns whether one did. */
    public boolean letGo() {
        boolean progress = false;
        for (ChainNode node : holders) {
            boolean wasIdle = node.isIdle();
            boolean wentOn;
            try {
                wentOn = node.holder().goOn();
            } catch (Exception | LinkageError | StackOverflowError e) {
                throw node.failure(e);
            }
            if (wentOn && wasIdle) {
                repeatIdleness();
            }
            progress |= wentOn;
        }
        return progress;
    }

    /** How many records may be given to the head. */
    public int room() {
        int room = Integer.MAX_VALUE;
        for (ChainNode node : holders) {
            room = Math.min(room, node.holder().room());
        }
        return room;
    }

    private boolean isHolding() {
        for (ChainNode node : holders) {
            if (node.holder().isHolding()) {
                return true;
            }
        }
        return false;
    }

    /** Not being at rest: whether nothing goes on before results have come that operators wait for. */
    public boolean awaitsResults() {
        if (holders.isEmpty()) {
            return false;
        }
        for (int i = nodes.size() - 1; i >= 0; i--) {
            ChainNode node = nodes.get(i);
            if (!node.isAtRest()) {
                return node.isAdvancing() && node.isBlocked();
            }
        }
        return isHolding();
    }

    // ------------------------------------------------------------------------------------ input

    public void processBatch(int input, Records records, int from, int to) {
        recordsIn += to - from;
        head.processBatch(input, records, from, to);
    }

    /** The watermark of one of the head's inputs rose. */
    public void onWatermark(int input, long watermark) {
        if (head.operator().isSource()) {
            return;
        }
        if (inputs == null) {
            head.advanceTo(watermark);
        } else {
            apply(inputs.onWatermark(input, watermark, clock.nowMs()));
        }
    }

    /** One of the head's inputs became idle or active. */
    public void onIdle(int input, boolean idle) {
        if (inputs == null) {
            head.onIdle(idle);
        } else {
            long nowMs = clock.nowMs();
            apply(idle ? inputs.onIdle(input, nowMs) : inputs.onActive(input, nowMs));
        }
    }

    /** One of the head's inputs has a new combination of a declared watermark. */
    public void onDeclared(int input, WatermarkDeclaration declaration, long value) {
        if (!head.operator().isSource()) {
            head.onDeclared(input, declaration, value);
            repeatIdleness();
        }
    }

    private void apply(GateChange change) {
        if (change.becameActive()) {
            head.onIdle(false);
        }
        if (change.watermarkRose()) {
            head.advanceTo(inputs.watermark());
        }
        if (change.becameIdle()) {
            head.onIdle(true);
        }
    }

    /** No record follows on one of the head's inputs. */
    public void onEndOfInput(int input) {
        if (endedInputs[input]) {
            return;
        }
        endedInputs[input] = true;
        head.endInput(input);
        if (!isSource()) {
            repeatIdleness();
        }
        if (allInputsEnded()) {
            endedNodes = 0;
            resume();
        }
    }

    /** Does a bit of a source's work; returns whether it made progress. */
    public boolean stepSource() {
        if (draining) {
            // What the enumerator had sent already is still taken, so that it is in the snapshot.
            return hasEveryInputEnded() && endSource();
        }
        Operator operator = head.operator();
        boolean progress;
        try {
            progress = head.calls().step();
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw head.failure(e);
        }
        if (isAtRest() && operator.isFinished()) {
            return endSource();
        }
        return progress;
    }

    private boolean endSource() {
        endedNodes = 0;
        head.output().passIdle(false);
        resume();
        return true;
    }

    /** A source's work is over although there may be more to read; it ends as soon as it can. */
    public void drain() {
        draining = head.operator().isSource();
    }

    /** Gives operators that are no sources a moment when there is nothing to do; returns whether one made progress. */
    public boolean stepStarved() {
        boolean progress = false;
        for (ChainNode node : nodes) {
            if (!node.operator().isSource()) {
                try {
                    progress |= node.operator().step();
                } catch (Exception | LinkageError | StackOverflowError e) {
                    throw node.failure(e);
                }
            }
        }
        return progress;
    }

    public boolean isSource() {
        return head.operator().isSource();
    }

    /** Sends the final watermark if that has not happened, then tells each operator the end, parents first. */
    private void continueEnd() {
        if (endedNodes == 0) {
            if (!head.advanceTo(Long.MAX_VALUE) || !finishTimers() || isHolding()) {
                return;
            }
            endedNodes = 1;
        }
        // What an operator emits when it is told may be held further down, and goes on before those there are told.
        while (!isHolding()) {
            if (endedNodes == nodes.size()) {
                nodes.forEach(ChainNode::dropProcessingTimers);
                writeEnd();
                return;
            }
            ChainNode node = nodes.get(endedNodes++);
            for (ChainSetup.Link link : setup.links()) {
                if (nodes.get(link.to()) == node) {
                    node.endInput(link.input());
                }
            }
            if (!resumeAdvances()) {
                return;
            }
        }
    }

    /**
     * What is due by the wall clock when the input ends still fires; of the rest, operator by operator, what is wanted. Returns
     * whether none is left that has to fire.
     */
    private boolean finishTimers() {
        long nowMs = clock.nowMs();
        waitsForTimers = false;
        for (ChainNode node : nodes) {
            ChainNode.TimersAtEnd left;
            do {
                if (node.isBlocked()) {
                    return false;
                }
                left = node.finishTimers(nowMs);
                if (left == ChainNode.TimersAtEnd.MORE && (!resumeAdvances() || !budget.hasRoom())) {
                    return false;
                }
            } while (left == ChainNode.TimersAtEnd.MORE);
            if (left == ChainNode.TimersAtEnd.WAIT) {
                waitsForTimers = true;
                return false;
            }
        }
        return true;
    }

    /** Whether the end waits for timers whose time has not come. */
    public boolean isWaitingForTimers() {
        return waitsForTimers;
    }

    private void writeEnd() {
        ended = true;
        endedNodes = nodes.size();
        ControlElement end = new ControlElement.End();
        edges.forEach(edge -> edge.write(end));
    }

    /** Whether the end has been sent on all edges. */
    public boolean isEnded() {
        return ended;
    }

    // ------------------------------------------------------------------------------------ clock

    /** Whether a callback or a processing-time timer is due. None is once the end was sent, since nothing may follow it. */
    public boolean hasDue(long nowMs) {
        if (ended) {
            return false;
        }
        if (callbacks.isDue(nowMs)) {
            return true;
        }
        for (ChainNode node : nodes) {
            if (node.hasProcessingTimerDue(nowMs)) {
                return true;
            }
        }
        return false;
    }

    /** Calls back, and fires processing-time timers, until none is due or the slice is over. */
    public void fireDue(long nowMs) {
        while (callbacks.isDue(nowMs)) {
            callbacks.callFirst();
            if (!isAtRest()) {
                return;
            }
        }
        for (ChainNode node : nodes) {
            if (node.hasProcessingTimerDue(nowMs)) {
                node.fireProcessingTimers(nowMs);
                repeatIdleness();
                if (!isAtRest() || !budget.hasRoom()) {
                    return;
                }
            }
        }
    }

    /** Records that an idle operator emits wake the channels they go through; its idleness is said again after them. */
    private void repeatIdleness() {
        for (ChainNode node : nodes) {
            if (node.isIdle()) {
                node.output().repeatStatus();
            }
        }
    }

    // ------------------------------------------------------------------------------------ a look from outside

    /**
     * What an operator's keyed state holds under a key at the moment, see {@link KeyedStateStore#look}.
     *
     * @return nothing when the key belongs to another subtask
     * @throws io.tidemark.checkpoint.store.StateLookException when there is no such state or the key is none
     */
    public Optional<LiveValue> look(String uid, String state, Object key, int maxEntries) {
        for (ChainNode node : nodes) {
            if (node.uid().equals(uid)) {
                if (node.store() == null) {
                    throw new StateLookException(
                            "the operator \"" + uid + "\" keeps no state by key", "Name one behind a keyBy.");
                }
                return node.store().look(state, key, maxEntries);
            }
        }
        return Optional.empty();
    }

    // ------------------------------------------------------------------------------------ output

    /**
     * Whether the chain is in a burst that goes on for long. Until it is over edges have room for no more than half of what fits, as
     * all of it would stand before every barrier.
     */
    public void inLongBurst(boolean isIn) {
        inLongBurst = isIn;
    }

    /** Whether the edges have room, so that input may be taken. */
    public boolean edgesHaveRoom() {
        for (OutputEdge edge : edges) {
            if (!(inLongBurst ? edge.isLessThanHalfFull() : edge.hasRoom())) {
                return false;
            }
        }
        return true;
    }

    /** Nobody looks for input now, or what there is cannot be taken. */
    public void onHeldUp() {
        for (ChainNode node : nodes) {
            if (node.operator() instanceof CanBeHeldUp heldUp) {
                heldUp.onHeldUp();
            }
        }
    }

    /** Whether a store is over its memory and cannot spill just now, so that no input should be taken. */
    public boolean isStalledByState() {
        for (ChainNode node : nodes) {
            KeyedStateStore store = node.store();
            if (store != null && store.isStalled()) {
                return true;
            }
        }
        return false;
    }

    /** Lets idle stores give back memory that others need; called in every step. Returns whether one did. */
    public boolean tendStates(long nowNs) {
        boolean progress = false;
        for (ChainNode node : nodes) {
            KeyedStateStore store = node.store();
            progress |= store != null && store.tend(nowNs);
        }
        return progress;
    }

    /** Hands over what is due; returns whether something moved. */
    public boolean flush(long nowNs, boolean force) {
        boolean moved = false;
        for (OutputEdge edge : edges) {
            moved |= edge.flush(nowNs, force);
        }
        return moved;
    }

    /** Whether all that was written has left. */
    public boolean isDrained() {
        for (OutputEdge edge : edges) {
            if (!edge.isDrained()) {
                return false;
            }
        }
        return true;
    }

    /** The first edge's failure that there is, else null. */
    public Throwable edgeFailure() {
        for (OutputEdge edge : edges) {
            Throwable failure = edge.failure();
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    public List<OutputEdge> edges() {
        return List.copyOf(edges);
    }

    // ------------------------------------------------------------------------------------ checkpoints

    /**
     * Whether a barrier can be served now. Not while records wait inside the chain, and not in the middle of the end: both
     * are over soon, and neither could be part of a snapshot.
     */
    public boolean canSnapshot() {
        for (ChainNode node : nodes) {
            if (node.output().hasDeferred()) {
                return false;
            }
        }
        return ended || endedNodes <= 0;
    }

    /** Whether an earlier snapshot's state is still being written, so that another one cannot be taken. */
    public boolean isFrozen() {
        for (ChainNode node : nodes) {
            if (node.store() != null && node.store().isFrozen()) {
                return true;
            }
        }
        return false;
    }

    /** Sends a barrier on, after everything written before. */
    public void writeBarrier(ControlElement.Barrier barrier) {
        edges.forEach(edge -> edge.write(barrier));
    }

    /**
     * Takes the state of all operators, in time that does not grow with the keyed state.
     *
     * @param rests whether the task does nothing more before it is written
     */
    public ChainSnapshot snapshot(long checkpointId, boolean rests) {
        handoverChecks.forEach(HandoverCheck::checkAll);
        ChainSnapshot snapshot = new ChainSnapshot(ended, ended || rests, endedInputs(), inputs());
        for (ChainNode node : nodes) {
            KeyedStateStore store = node.store();
            snapshot.add(node.snapshot(checkpointId), store == null ? null : store.freeze(checkpointId));
        }
        return snapshot;
    }

    private List<Integer> endedInputs() {
        List<Integer> inputsEnded = new ArrayList<>();
        for (int i = 0; i < endedInputs.length; i++) {
            if (endedInputs[i]) {
                inputsEnded.add(i);
            }
        }
        return inputsEnded;
    }

    private List<InputSnapshot> inputs() {
        List<InputSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; inputs != null && i < inputs.channels(); i++) {
            snapshots.add(InputSnapshot.newBuilder()
                    .setInput(i)
                    .setWatermark(inputs.watermark(i))
                    .setIdle(inputs.isIdle(i))
                    .setEnded(inputs.isEnded(i))
                    .build());
        }
        return snapshots;
    }

    public void checkpointComplete(long checkpointId) {
        nodes.forEach(node -> node.checkpointComplete(checkpointId));
    }

    public void checkpointAborted(long checkpointId) {
        nodes.forEach(node -> node.checkpointAborted(checkpointId));
    }

    // ------------------------------------------------------------------------------------ the end of its life

    /**
     * Closes all operators, and says what the first failing one threw once all are closed. Stores and edges stay open.
     */
    public void closeOperators() {
        callbacks.clear();
        RuntimeException first = null;
        for (ChainNode node : nodes) {
            try {
                node.close();
            } catch (Exception | LinkageError | StackOverflowError e) {
                if (first == null) {
                    first = node.failure(e);
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Lets go of stores and edges. No snapshot may be being written. */
    public void release() {
        for (OutputEdge edge : edges) {
            edge.close();
        }
        for (ChainNode node : nodes) {
            if (node.store() != null) {
                node.store().close();
            }
        }
    }

    // ------------------------------------------------------------------------------------ facts

    /** Records that came in; of a source those that it read, and not what it was told to read. */
    public long recordsIn() {
        return head.operator() instanceof ReportsSplits source ? source.recordsRead() : recordsIn;
    }

    public long recordsOut() {
        long count = 0;
        for (OutputEdge edge : edges) {
            count += edge.recordCount();
        }
        return count;
    }

    /** A consistent picture of every operator. */
    public List<OperatorFacts> facts() {
        List<OperatorFacts> facts = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            ChainNode node = nodes.get(i);
            LateLog late = node.context().lateLog();
            facts.add(new OperatorFacts(
                    node.setup().nodeId(),
                    node.setup().uid(),
                    node.setup().name(),
                    setup.where().subtask(),
                    place(i),
                    node.eventTime(),
                    node.isIdle(),
                    node.roseAtMs(),
                    node.openedAtMs(),
                    node.nextDue(),
                    node.operator() instanceof ReportsEventTime reports ? reports.eventTimeFacts() : null,
                    node.holder() == null ? null : node.holder().answerWait(),
                    node.timerWait(),
                    late.dropped(),
                    late.sentAside(),
                    late.samples(),
                    node.context().counters().values()));
        }
        return facts;
    }

    /** The declared watermarks of every operator of which something has come or was sent. */
    public List<DeclaredFacts> declaredFacts() {
        List<DeclaredFacts> facts = new ArrayList<>();
        for (ChainNode node : nodes) {
            for (NodeWatermarks.Fact fact : node.watermarks().facts()) {
                facts.add(new DeclaredFacts(
                        node.setup().nodeId(),
                        node.setup().uid(),
                        node.setup().name(),
                        setup.where().subtask(),
                        fact.input(),
                        fact.declaration(),
                        fact.received(),
                        fact.receivedAtMs(),
                        fact.sent()));
            }
        }
        return facts;
    }

    /** The operators whose event time has stood still for so long as is worth a warning, while something waits for it. */
    public List<Standstill> standstills(long nowMs) {
        long worthMs = setup.configuration().get(JobOptions.STANDSTILL_WARNING).toMillis();
        List<Standstill> standing = new ArrayList<>();
        for (ChainNode node : nodes) {
            long sinceMs = Math.max(node.openedAtMs(), node.roseAtMs());
            if (worthMs == 0 || nowMs - sinceMs < worthMs) {
                continue;
            }
            long nextDue = node.nextDue();
            // What is due already is being worked on.
            if (nextDue != Long.MAX_VALUE && nextDue > node.eventTime()) {
                standing.add(new Standstill(
                        node.setup().nodeId(),
                        node.setup().name(),
                        setup.where().subtask(),
                        node.eventTime(),
                        sinceMs,
                        nextDue));
            }
        }
        return standing;
    }

    /**
     * What delays would come to at the operators that make event time.
     *
     * @param source uid or name; empty for all
     */
    public List<OperatorDelays> adviseDelay(String source, DelayQuestion question, long keepMs) {
        List<OperatorDelays> delays = new ArrayList<>();
        for (ChainNode node : nodes) {
            String name = node.setup().name();
            boolean isMeant = source.isEmpty() || source.equals(node.uid()) || source.equals(name);
            if (isMeant && node.operator() instanceof ReportsEventTime maker) {
                delays.add(new OperatorDelays(
                        node.setup().nodeId(),
                        node.uid(),
                        name,
                        setup.where().subtask(),
                        maker.adviseDelay(question, keepMs)));
            }
        }
        return delays;
    }

    private OperatorFacts.Place place(int index) {
        return new OperatorFacts.Place(
                head.setup().nodeId(),
                setup.links().stream()
                        .filter(link -> link.to() == index)
                        .map(link -> nodes.get(link.from()).setup().nodeId())
                        .distinct()
                        .toList(),
                setup.edges().stream()
                        .filter(exit -> exit.from() == index)
                        .map(exit -> exit.edge().id())
                        .toList());
    }

    /** The ordinal of the head's input that holds its event time back; 0 when it has one input. */
    public int heldBackByInput() {
        return inputs == null ? 0 : inputs.heldBackBy();
    }
}
