package io.tidemark.worker.task;

import io.tidemark.checkpoint.proto.GateSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.LiveValue;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.channel.ControlElement.Barrier;
import io.tidemark.network.gate.ChannelFacts;
import io.tidemark.network.gate.TaskInput;
import io.tidemark.worker.advice.DelayQuestion;
import io.tidemark.worker.chain.ChainSnapshot;
import io.tidemark.worker.chain.GroupMember;
import io.tidemark.worker.chain.OperatorChain;
import io.tidemark.worker.chain.OperatorDelays;
import io.tidemark.worker.chain.OutputEdge;
import io.tidemark.worker.chain.Standstill;
import io.tidemark.worker.chain.TaskClock;
import io.tidemark.worker.compiled.Outlined;
import io.tidemark.worker.failure.ChannelLostException;
import io.tidemark.worker.failure.FailureRules;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.inflight.InFlightSnapshot;
import io.tidemark.worker.loop.Stepped;
import io.tidemark.worker.task.TaskListener.SnapshotTimes;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * One subtask of a chain of operators. It is stepped: {@link #step} does a bounded bit of work and says whether it made
 * progress, in this order: mail; what its outputs can hand over; and, while they have room, an advance of event time that
 * is under way, due processing-time timers, records, other input, and the work of a source.
 *
 * <p>A barrier is served between two batches, or between two slices of a firing. One that goes on unaligned is served
 * between two chunks of a batch, and what the task has not processed is part of its snapshot. A checkpoint may do so wherever the task
 * is, or only while it is <em>in a burst</em>: a firing of several slices is under way, and until it is done the task takes no records,
 * so a barrier behind some would wait for all of it. A burst has to have gone on for a while for that, since most are over soon.
 * Mail waits for one slice at most, so a cancel comes through whatever the input does; only user code that blocks in one call can
 * hold it up.
 */
public final class Task implements Stepped {
    /** Events without records that one step takes at most. */
    private static final int MAX_EVENTS = 32;

    /** Steps between two looks at whether a channel has failed. */
    private static final int FAILURE_CHECK_STEPS = 64;

    private static final long NO_NOTICE = -1;

    private final TaskIdentity identity;
    private final OperatorChain chain;
    private final TaskInput input;
    private final TaskClock clock;
    private final CheckpointStorage storage;
    private final Executor snapshotPool;
    private final TaskListener listener;
    private final ClassLoader classLoader;
    private final Mailbox mailbox = new Mailbox();
    private final Outlined readMail = new Outlined(new ReadMail());
    private final Outlined upkeep = new Outlined(new Upkeep());
    private final Outlined work = new Outlined(new Work());
    private final Outlined flush = new Outlined(new Flush());
    private final Outlined workSlice = new Outlined(new WorkSlice());
    private final Outlined waitForRoom = new Outlined(new WaitForRoom());
    private final Outlined goOn = new Outlined(new GoOn());
    private final Outlined serveBarrier = new Outlined(new ServeBarrierBetweenSlices());
    private final Outlined stepSource = new Outlined(new StepSource());
    private final Outlined stepStarved = new Outlined(new StepStarved());
    private final Outlined takeInput = new Outlined(new TakeInput());
    private final Outlined poll = new Outlined(new Poll());
    private final Outlined handle = new Outlined(new Handle());
    private final Outlined noteRoom = new Outlined(new NoteRoom());
    private final Outlined processChunk = new Outlined(new ProcessChunk());

    private volatile TaskState state = TaskState.DEPLOYED;
    private volatile long recordsIn;
    private volatile long recordsOut;

    /** What user code throws from now on is a consequence. */
    private volatile boolean cancelRequested;

    // All below belongs to the thread that steps.

    /** When the work of this step began. */
    private long stepNs;

    /** A batch that is being worked through, and how far. */
    private RecordBatch batch;

    /** What the input gave last. */
    private TaskInput.Event event = TaskInput.Event.NONE;

    private int batchInput;
    private int batchPosition;
    private final ChunkSize chunk = new ChunkSize();

    /** A barrier that was asked for at a task without inputs and not served yet. */
    private Barrier injected;

    private long newestTriggeredId = -1;

    /** The newest checkpoint that is not to wait for a burst, until a long one is under way; {@link #NO_NOTICE} for none. */
    private long burstNoticeId = NO_NOTICE;

    /** Whether processing-time timers that are due were left at the end of a slice. */
    private boolean isDueLeft;

    private final BurstAge burstAge = new BurstAge();
    private final BarrierWait barrierWait = new BarrierWait();
    private final TurnWait turnWait = new TurnWait();
    private final BlockedTime blockedTime = new BlockedTime();

    /** The checkpoint at whose barrier the task has stopped, to end or to go on at a word; 0 for none. */
    private long stoppedAt;

    /** The snapshot that is being written; null when there is none. */
    private SnapshotWriting writing;

    private long lastSnapshotId = -1;
    private int stepsUntilFailureCheck = FAILURE_CHECK_STEPS;

    /** The final state that comes as soon as everything is let go; null while the task lives. */
    private TaskState ending;

    private TaskFailure failure;
    private boolean operatorsOpen;

    /**
     * @param input null for a task without inputs
     * @param snapshotPool writes snapshots
     * @param classLoader the job's
     */
    public Task(
            TaskIdentity identity,
            OperatorChain chain,
            TaskInput input,
            TaskClock clock,
            CheckpointStorage storage,
            Executor snapshotPool,
            TaskListener listener,
            ClassLoader classLoader) {
        this.identity = identity;
        this.chain = chain;
        this.input = input;
        this.clock = clock;
        this.storage = storage;
        this.snapshotPool = snapshotPool;
        this.listener = listener;
        this.classLoader = classLoader;
    }

    // ------------------------------------------------------------------------------------ for any thread

    public TaskIdentity identity() {
        return identity;
    }

    public TaskState state() {
        return state;
    }

    /** How many records came in. */
    public long recordsIn() {
        return recordsIn;
    }

    /** How many records went out to other tasks. */
    public long recordsOut() {
        return recordsOut;
    }

    /** The places that its source reader has in groups of readers; none for other tasks. */
    public List<GroupMember> groupMembers() {
        return chain.groupMembers();
    }

    /** By edge the key groups into which the records fell that went out along it; edges that do not go by key have none. */
    public Map<Integer, BitSet> usedKeyGroups() {
        Map<Integer, BitSet> used = new TreeMap<>();
        for (OutputEdge edge : chain.edges()) {
            BitSet groups = edge.usedKeyGroups();
            if (!groups.isEmpty()) {
                used.put(edge.id(), groups);
            }
        }
        return used;
    }

    /** Opens the operators and begins. The chain's edges are open. */
    public void start() {
        mailbox.put(this::onStart);
    }

    /** Ends the task, which has not begun, with the failure that kept it from beginning. */
    public void failBeforeStart(RuntimeException cause) {
        mailbox.put(() -> {
            if (ending == null) {
                throw cause;
            }
        });
    }

    /** Asks a task without inputs to send the barrier of a checkpoint that nobody asked for in particular. */
    public void triggerBarrier(long checkpointId, long triggeredAtMs) {
        triggerBarrier(checkpointId, triggeredAtMs, BarrierPurpose.CHECKPOINT);
    }

    /** Asks a task without inputs to send a barrier. */
    public void triggerBarrier(long checkpointId, long triggeredAtMs, BarrierPurpose purpose) {
        mailbox.put(() -> {
            // The call may come twice, and late. A checkpoint has one barrier, and ids only grow.
            if (checkpointId > newestTriggeredId) {
                newestTriggeredId = checkpointId;
                injected = new Barrier(checkpointId, triggeredAtMs, purpose);
            }
        });
    }

    /** This checkpoint may go on unaligned: barriers of it have been waited for too long. */
    public void unalign(long checkpointId) {
        mailbox.put(() -> {
            if (input != null) {
                input.unalign(checkpointId);
            }
        });
    }

    /**
     * This checkpoint may go on unaligned while the task is in a burst, now or later: what stands before its barriers waits for the
     * whole burst else. A task that is in none, or has not been in one for long, aligns it.
     */
    public void unalignInBurst(long checkpointId) {
        mailbox.put(() -> {
            // Its barriers may have come long ago.
            if (checkpointId > lastSnapshotId) {
                burstNoticeId = Math.max(burstNoticeId, checkpointId);
            }
        });
    }

    /** A checkpoint is complete and durable. */
    public void checkpointComplete(long checkpointId) {
        mailbox.put(() -> onCheckpointComplete(checkpointId));
    }

    /** Goes on if it has stopped at the barrier of this checkpoint. */
    public void goOn(long checkpointId) {
        mailbox.put(() -> {
            if (stoppedAt == checkpointId) {
                stoppedAt = 0;
            }
        });
    }

    /** A source reads nothing more and comes to its end; other tasks take no notice. */
    public void drain() {
        mailbox.put(() -> {
            if (ending == null) {
                chain.drain();
            }
        });
    }

    /** A checkpoint was given up. A task that has stopped at its barrier goes on. */
    public void checkpointAborted(long checkpointId) {
        mailbox.put(() -> onCheckpointAborted(checkpointId));
    }

    /**
     * The job is done with this final checkpoint.
     *
     * @param finalCheckpointId 0 when there was none
     */
    public void finish(long finalCheckpointId) {
        mailbox.put(() -> onFinish(finalCheckpointId));
    }

    /** Ends the task whatever it does. */
    public void cancel() {
        cancelRequested = true;
        mailbox.put(() -> end(TaskState.CANCELLED));
    }

    /** A consistent picture, taken on the task's thread as soon as it looks at its mail. */
    public CompletableFuture<TaskFacts> facts() {
        return ask(this::takeFacts);
    }

    /** The operators whose event time stands still, see {@link OperatorChain#standstills}. */
    public CompletableFuture<List<Standstill>> standstills() {
        return ask(() -> operatorsOpen ? chain.standstills(clock.nowMs()) : List.of());
    }

    /** What delays would come to, see {@link OperatorChain#adviseDelay}. */
    public CompletableFuture<List<OperatorDelays>> adviseDelay(String source, DelayQuestion question, long keepMs) {
        return ask(() -> operatorsOpen ? chain.adviseDelay(source, question, keepMs) : List.of());
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (state.isFinal()) {
            answer.completeExceptionally(new IllegalStateException(this + " has ended"));
            return answer;
        }
        mailbox.put(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /**
     * What an operator's keyed state holds under a key, read on the task's thread between two steps.
     *
     * @return nothing when the key, or the operator, belongs to another task
     */
    public CompletableFuture<Optional<LiveValue>> look(String uid, String state, Object key, int maxEntries) {
        CompletableFuture<Optional<LiveValue>> found = new CompletableFuture<>();
        if (state().isFinal()) {
            return CompletableFuture.failedFuture(new IllegalStateException(this + " has ended"));
        }
        mailbox.put(() -> {
            try {
                found.complete(operatorsOpen ? chain.look(uid, state, key, maxEntries) : Optional.empty());
            } catch (RuntimeException e) {
                found.completeExceptionally(e);
            }
        });
        return found;
    }

    @Override
    public boolean isDone() {
        return state.isFinal();
    }

    // ------------------------------------------------------------------------------------ the step

    @Override
    public boolean step() {
        if (state.isFinal()) {
            return false;
        }
        Thread thread = Thread.currentThread();
        ClassLoader outer = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            return stepLife();
        } finally {
            thread.setContextClassLoader(outer);
        }
    }

    private boolean stepLife() {
        boolean progress = false;
        try {
            progress = readMail.run();
            if (ending == null && operatorsOpen) {
                progress |= work.run();
            }
        } catch (Throwable thrown) {
            fail(thrown);
            progress = true;
        }
        return ending == null ? progress : letGo() || progress;
    }

    // The parts of a step that are compiled by themselves. Each is a class, since of a method behind a lambda there
    // would be two
    // compilations: the method's own and that of the lambda, with the method taken in.

    private final class ReadMail implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            boolean any = false;
            Mailbox.Mail mail;
            while ((mail = mailbox.poll()) != null) {
                any = true;
                mail.run();
            }
            return any;
        }
    }

    private final class Work implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            stepNs = clock.nanoTime();
            burstAge.note(stepNs, isInBurst());
            chain.inLongBurst(burstAge.isLong());
            boolean progress = upkeep.run();
            if (stoppedAt != 0) {
                return progress;
            }
            progress |= readAhead();
            boolean hasRoom = chain.edgesHaveRoom();
            if (blockedTime.isBlocked() == hasRoom) {
                noteRoom.run();
            }
            if (!hasRoom || chain.isStalledByState()) {
                return waitForRoom.run() || progress;
            }
            chain.beginSlice(stepNs);
            if (workSlice.run()) {
                progress = true;
                flush.run();
                noteCounts();
            }
            return progress;
        }
    }

    /** The outputs have room, or have none, since this step. */
    private final class NoteRoom implements Outlined.Work {
        @Override
        public boolean run() {
            blockedTime.note(stepNs, !blockedTime.isBlocked());
            return true;
        }
    }

    private final class Upkeep implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            boolean progress = flush.run();
            checkChannels(progress);
            return chain.tendStates(stepNs) || progress;
        }
    }

    private final class WaitForRoom implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            chain.onHeldUp();
            // A store that cannot spill waits for the snapshot before, and so would this one.
            boolean waitsForSnapshot = input != null && chain.isAtRest() && chain.isStalledByState();
            return !waitsForSnapshot && serveBarrier.run();
        }
    }

    private final class Flush implements Outlined.Work {
        @Override
        public boolean run() {
            return chain.flush(stepNs, false);
        }
    }

    /**
     * While a checkpoint goes on unaligned: takes what stands before its barriers off the channels, which needs no room, so
     * that the barriers get through however long the outputs are blocked or the records take.
     */
    private boolean readAhead() throws Exception {
        if (input == null) {
            return false;
        }
        if (burstNoticeId != NO_NOTICE && burstAge.isLong()) {
            input.unalign(burstNoticeId);
            burstNoticeId = NO_NOTICE;
        }
        if (!input.mayReadAhead()) {
            return false;
        }
        long nowMs = clock.nowMs();
        boolean progress = false;
        if (input.isReadingAhead(nowMs)) {
            if (batch != null && input.isBatchInTheWay()) {
                // It may be slow, and what comes behind it on its channel is not to wait for it.
                putBatchBack();
            }
            progress = input.readAhead(nowMs);
        }
        barrierWait.note(this, input, nowMs);
        if (!input.isUnalignedBarrierDue() || !chain.canSnapshot()) {
            return progress;
        }
        if (batch != null && input.canPutBack()) {
            putBatchBack();
        }
        return serveBarrier.run() || progress;
    }

    /** Whether a firing is under way that takes more than a slice, so that no records are taken before it is done. */
    private boolean isInBurst() {
        return isDueLeft || !chain.isAtRest();
    }

    private void putBatchBack() {
        input.putBack(batchPosition);
        batch = null;
    }

    private void noteCounts() {
        recordsIn = chain.recordsIn();
        recordsOut = chain.recordsOut();
    }

    private final class WorkSlice implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            boolean progress = chain.letGo();
            if (!chain.isAtRest()) {
                return goOn.run() || progress;
            }
            long nowMs = clock.nowMs();
            if (chain.hasDue(nowMs)) {
                if (isDueLeft && serveBarrier.run()) {
                    return true;
                }
                chain.fireDue(nowMs);
                isDueLeft = chain.hasDue(nowMs);
                return true;
            }
            isDueLeft = false;
            if (chain.room() == 0) {
                chain.onHeldUp();
                return serveBarrier.run() || progress;
            }
            if (batch != null) {
                processChunk.run();
                return true;
            }
            progress |= takeInput.run();
            if (batch == null && chain.isAtRest() && chain.isSource() && !chain.isEnded()) {
                progress |= stepSource.run();
            }
            return progress || (batch == null && chain.isAtRest() && !chain.isEnded() && stepStarved.run());
        }
    }

    private final class GoOn implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            boolean progress = serveBarrier.run();
            if (stoppedAt != 0) {
                return true;
            }
            boolean waited = isWaiting();
            chain.resume();
            noticeEnd();
            return progress || !waited || !isWaiting();
        }
    }

    /** Whether the chain goes on when results have come, or it is time for a timer, and not before. */
    private boolean isWaiting() {
        if (chain.awaitsResults()) {
            chain.onHeldUp();
            return true;
        }
        return chain.isWaitingForTimers();
    }

    private final class StepStarved implements Outlined.Work {
        @Override
        public boolean run() {
            if (input != null && input.hasUntaken()) {
                chain.onHeldUp();
                turnWait.note(Task.this, input, clock.nowMs());
                return false;
            }
            return chain.stepStarved();
        }
    }

    private final class StepSource implements Outlined.Work {
        @Override
        public boolean run() {
            boolean progress = chain.stepSource();
            noticeEnd();
            return progress;
        }
    }

    /** Takes events until there are records, an advance that is not at its end, or nothing more. */
    private final class TakeInput implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            if (input == null) {
                return serveInjected();
            }
            for (int events = 0; events < MAX_EVENTS; events++) {
                if (!poll.run()) {
                    return events > 0;
                }
                if (event == TaskInput.Event.RECORDS) {
                    takeBatch();
                    processChunk.run();
                    return true;
                }
                handle.run();
                if (!chain.isAtRest() || ending != null) {
                    return true;
                }
            }
            return true;
        }
    }

    private final class Poll implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            event = input.poll(clock.nowMs());
            return event != TaskInput.Event.NONE;
        }
    }

    private void takeBatch() {
        batch = input.batch();
        batchInput = input.input();
        batchPosition = 0;
    }

    private final class Handle implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            handle(event);
            return true;
        }
    }

    private void handle(TaskInput.Event taken) throws Exception {
        switch (taken) {
            case RECORDS -> takeBatch();
            case WATERMARK -> chain.onWatermark(input.input(), input.watermark());
            case IDLE -> chain.onIdle(input.input(), true);
            case ACTIVE -> chain.onIdle(input.input(), false);
            case DECLARED -> chain.onDeclared(input.input(), input.declaration(), input.declaredValue());
            case END_OF_INPUT -> {
                chain.onEndOfInput(input.input());
                noticeEnd();
            }
            case BARRIER -> serve(input.barrier(), input.alignmentMs());
            case CHECKPOINT_ABORTED -> chain.checkpointAborted(input.abortedCheckpointId());
            case NONE -> {}
        }
    }

    private final class ProcessChunk implements Outlined.Work {
        @Override
        public boolean run() {
            long startNs = clock.nanoTime();
            int from = batchPosition;
            int to = Math.min(batch.size(), from + Math.max(1, Math.min(chunk.size(), chain.room())));
            chain.processBatch(batchInput, batch, from, to);
            chunk.note(to - from, clock.nanoTime() - startNs);
            batchPosition = to;
            if (to == batch.size()) {
                batch = null;
                input.recycle();
            }
            return true;
        }
    }

    private void checkChannels(boolean progress) throws ChannelLostException {
        if (progress && --stepsUntilFailureCheck > 0) {
            return;
        }
        stepsUntilFailureCheck = FAILURE_CHECK_STEPS;
        Throwable lost = chain.edgeFailure();
        if (lost == null && input != null) {
            lost = input.failure();
        }
        if (lost != null) {
            throw new ChannelLostException(identity.title() + " lost a channel: " + lost.getMessage(), lost);
        }
    }

    private void noticeEnd() {
        if (chain.isEnded() && state == TaskState.RUNNING) {
            noteCounts();
            moveTo(TaskState.ENDED);
            listener.onState(this, TaskState.ENDED);
        }
    }

    private void moveTo(TaskState next) {
        if (!state.next().contains(next)) {
            throw new IllegalStateException(identity.title() + " cannot go from " + state + " to " + next);
        }
        state = next;
    }

    // ------------------------------------------------------------------------------------ life

    private void onStart() {
        if (ending != null || operatorsOpen) {
            return;
        }
        operatorsOpen = true;
        blockedTime.begin(clock.nanoTime());
        chain.open();
        moveTo(TaskState.RUNNING);
        listener.onState(this, TaskState.RUNNING);
        noticeEnd();
    }

    private void onFinish(long finalCheckpointId) {
        if (ending != null) {
            return;
        }
        if (state != TaskState.ENDED && stoppedAt == 0) {
            throw new IllegalStateException(identity.title() + " is to finish but is " + state);
        }
        // The final checkpoint is complete, whether or not that was said on its own before.
        chain.checkpointComplete(Math.max(finalCheckpointId, lastSnapshotId));
        end(TaskState.FINISHED);
    }

    private void end(TaskState finalState) {
        if (ending == null) {
            ending = finalState;
            if (finalState == TaskState.CANCELLED) {
                giveUpSnapshot();
            }
            closeOperators();
        }
    }

    /** Nobody will start from what this task still writes, and a storage that is away must not keep it from ending. */
    private void giveUpSnapshot() {
        if (writing != null && writing.giveUp()) {
            writing = null;
        }
    }

    private void fail(Throwable thrown) {
        if (FailureRules.endsTheProcess(thrown)) {
            listener.onFatal(this, thrown);
        }
        if (ending == null && cancelRequested) {
            end(TaskState.CANCELLED);
        }
        if (ending == TaskState.CANCELLED) {
            return;
        }
        if (failure == null) {
            failure = FailureRules.classify(thrown);
            listener.onThrown(this, thrown);
        }
        boolean wasLiving = ending == null;
        ending = TaskState.FAILED;
        giveUpSnapshot();
        if (wasLiving) {
            closeOperators();
        }
    }

    private void closeOperators() {
        if (!operatorsOpen) {
            return;
        }
        operatorsOpen = false;
        try {
            chain.closeOperators();
        } catch (Throwable thrown) {
            // A normal end counts only if closing went well; what failed before says more than what follows from it.
            if (ending == TaskState.FINISHED) {
                fail(thrown);
            }
        }
    }

    /** The last steps: when no snapshot is being written any more, lets everything go and says so. */
    private boolean letGo() {
        if (writing != null) {
            return false;
        }
        try {
            try {
                if (input != null) {
                    input.close();
                }
            } finally {
                chain.release();
            }
        } catch (RuntimeException | LinkageError e) {
            // The task is over all the same; who waits for its end must not wait for ever.
            fail(e);
        }
        moveTo(ending);
        answerLateMail();
        if (ending == TaskState.FAILED) {
            listener.onFailed(this, failure);
        } else {
            listener.onState(this, ending);
        }
        return true;
    }

    /** What was asked before the state was final gets its answer; all but questions does nothing any more. */
    private void answerLateMail() {
        try {
            readMail.run();
        } catch (Exception e) {
            throw new IllegalStateException("mail to a task that has ended", e);
        }
    }

    // ------------------------------------------------------------------------------------ checkpoints

    private boolean serveInjected() throws Exception {
        Barrier barrier = injected;
        if (barrier == null) {
            return false;
        }
        injected = null;
        serve(barrier, 0);
        return true;
    }

    private final class ServeBarrierBetweenSlices implements Outlined.Work {
        @Override
        public boolean run() throws Exception {
            if (!chain.canSnapshot()) {
                return false;
            }
            if (input == null) {
                return serveInjected();
            }
            if (batch != null) {
                return false;
            }
            TaskInput.Event barrier = input.pollBarrierOnly(clock.nowMs());
            if (barrier != TaskInput.Event.NONE) {
                handle(barrier);
            }
            return barrier != TaskInput.Event.NONE;
        }
    }

    private void serve(Barrier barrier, long alignMs) throws Exception {
        long startNs = clock.nanoTime();
        long checkpointId = barrier.checkpointId();
        chain.writeBarrier(barrier);
        if (writing != null || chain.isFrozen()) {
            listener.onBusy(this, checkpointId);
        } else {
            snapshot(barrier, alignMs, startNs);
            if (barrier.purpose() == BarrierPurpose.STOP) {
                stoppedAt = checkpointId;
            }
        }
        chain.flush(startNs, true);
    }

    private void snapshot(Barrier barrier, long alignMs, long startNs) {
        long checkpointId = barrier.checkpointId();
        ChainSnapshot frozen;
        try {
            frozen = chain.snapshot(checkpointId, barrier.purpose() == BarrierPurpose.STOP);
        } catch (RuntimeException e) {
            // Operators may have prepared a part of it, so going on could lose that part: the task fails too.
            decline(checkpointId, e);
            throw e;
        }
        InFlightSnapshot inFlight = input == null
                ? new InFlightSnapshot(false, List.of())
                : new InFlightSnapshot(input.isUnaligned(), input.inFlight());
        lastSnapshotId = checkpointId;
        if (burstNoticeId <= checkpointId) {
            burstNoticeId = NO_NOTICE;
        }
        TaskSnapshot.Builder snapshot = TaskSnapshot.newBuilder()
                .setVertex(identity.vertex())
                .setSubtask(identity.subtask())
                .setParallelism(identity.parallelism())
                .setMaxParallelism(identity.maxParallelism())
                .addAllGates(gates());
        long syncNs = clock.nanoTime() - startNs;
        long alignNs = alignMs * 1_000_000;
        SnapshotWriting begun = new SnapshotWriting(
                () -> write(checkpointId, frozen, inFlight, snapshot, alignNs, syncNs), frozen::discard);
        begun.begin(snapshotPool);
        writing = begun;
    }

    /** On the snapshot pool. */
    private void write(
            long checkpointId,
            ChainSnapshot frozen,
            InFlightSnapshot inFlight,
            TaskSnapshot.Builder snapshot,
            long alignNs,
            long syncNs) {
        long startNs = clock.nanoTime();
        try {
            frozen.write(storage, snapshot);
            inFlight.write(storage, snapshot);
            listener.onSnapshot(
                    this,
                    checkpointId,
                    snapshot.build(),
                    new SnapshotTimes(alignNs, syncNs, clock.nanoTime() - startNs));
        } catch (Throwable e) {
            if (FailureRules.endsTheProcess(e)) {
                listener.onFatal(this, e);
            }
            // Whatever it was: a checkpoint that nobody hears of again would hold up all that follow.
            decline(checkpointId, e);
        } finally {
            mailbox.put(() -> writing = null);
        }
    }

    private void decline(long checkpointId, Throwable cause) {
        listener.onDeclined(this, checkpointId, FailureRules.classify(cause));
    }

    private List<GateSnapshot> gates() {
        return input == null
                ? List.of()
                : input.snapshot().stream().map(GateSnapshots::of).toList();
    }

    private void onCheckpointComplete(long checkpointId) {
        if (operatorsOpen) {
            chain.checkpointComplete(checkpointId);
        }
    }

    private void onCheckpointAborted(long checkpointId) {
        if (stoppedAt == checkpointId) {
            stoppedAt = 0;
        }
        if (!operatorsOpen) {
            return;
        }
        if (injected != null && injected.checkpointId() == checkpointId) {
            injected = null;
        }
        if (input != null) {
            input.cancelCheckpoint(checkpointId);
        }
        chain.checkpointAborted(checkpointId);
    }

    // ------------------------------------------------------------------------------------ facts

    private TaskFacts takeFacts() {
        List<ChannelFacts> channels = input == null ? List.of() : input.facts();
        int heldBackBy = -1;
        int heldBackByInput = chain.heldBackByInput();
        for (int i = 0; i < channels.size(); i++) {
            ChannelFacts channel = channels.get(i);
            if (channel.input() == heldBackByInput && channel.holdsBack()) {
                heldBackBy = i;
            }
        }
        return new TaskFacts(
                chain.facts(),
                channels,
                heldBackBy,
                blockedTime.percent(clock.nanoTime()),
                input == null ? Optional.empty() : input.orderWait(),
                chain.declaredFacts(),
                input == null ? List.of() : input.declaredFacts());
    }

    @Override
    public String toString() {
        return identity.title() + " " + state;
    }
}
