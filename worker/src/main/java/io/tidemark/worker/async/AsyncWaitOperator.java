package io.tidemark.worker.async;

import io.tidemark.api.function.async.AsyncFunction;
import io.tidemark.api.function.async.AsyncRetryPredicate;
import io.tidemark.api.function.async.AsyncRetryStrategy;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.worker.async.Answers.Answer;
import io.tidemark.worker.chain.AnswerWait;
import io.tidemark.worker.chain.HoldsRecords;
import io.tidemark.worker.function.RichFunctions;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Runs an {@link AsyncFunction}: asks for up to a number of records at a time, and lets their results go on as its queue
 * says. Event time, idleness and declared watermarks stand in the queue too. Records beyond the capacity, which one record
 * may become on the way through the chain, wait in the queue without having been asked for.
 */
public final class AsyncWaitOperator implements Operator, HoldsRecords {
    /** Signals may fill the queue too, when many come between records that wait for long. */
    private static final int SIGNALS_PER_RECORD = 3;

    private final AsyncFunction<Object, Object> function;
    private final int capacity;
    private final AsyncRetryStrategy<Object> retries;
    private final PendingQueue queue;
    private final QueueSnapshots snapshots;
    private final Deadlines deadlines;
    private final Answers answers = new Answers();

    /** Records of the queue that are to be asked for; the first time, or again after a restore. */
    private final ArrayDeque<Pending> unasked = new ArrayDeque<>();

    private Optional<Predicate<Collection<Object>>> isBad = Optional.empty();
    private Optional<Predicate<Throwable>> mayPass = Optional.empty();

    private OperatorContext context;
    private OperatorOutput output;
    private Counter timeoutCount;
    private Counter retryCount;

    /** The largest watermark that came. */
    private long heldWatermark = Long.MIN_VALUE;

    /** The largest watermark that was let go. */
    private long releasedWatermark = Long.MIN_VALUE;

    /** Whether the input was idle at last. */
    private boolean inputIdle;

    private boolean releasedIdle;

    public AsyncWaitOperator(OperatorSpec.AsyncSpec spec) {
        this.function = erased(spec.function());
        this.capacity = spec.capacity();
        this.retries = erased(spec.retries());
        this.queue = PendingQueue.create(spec.ordered());
        TypeSerializer<Object> results = erased(spec.results());
        this.snapshots = new QueueSnapshots(erased(spec.inputs()), results);
        this.deadlines = new Deadlines(spec.timeoutNs());
    }

    /** The planner checked the types; here all records are objects. */
    @SuppressWarnings("unchecked")
    private static <T> T erased(Object part) {
        return (T) part;
    }

    @Override
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        output = context.output();
        timeoutCount = context.counter("async-timeouts");
        retryCount = context.counter("async-retries");
        if (retries != null) {
            AsyncRetryPredicate<Object> reasons = retries.getRetryPredicate();
            isBad = reasons.resultPredicate();
            mayPass = reasons.exceptionPredicate();
        }
        RichFunctions.open(function, context);
        snapshots.read(context).forEach(this::restore);
    }

    private void restore(Object restored) {
        if (restored instanceof Pending pending) {
            queue.add(pending);
            if (!pending.isComplete()) {
                unasked.add(pending);
            }
        } else {
            hold((Signal) restored);
        }
    }

    // ------------------------------------------------------------------------------------ what comes in

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        Pending pending = new Pending(value, timestamp);
        queue.add(pending);
        unasked.add(pending);
        goOn();
    }

    @Override
    public boolean advance(long watermark) throws Exception {
        hold(Signal.watermark(watermark));
        letGo();
        return true;
    }

    @Override
    public void onIdle(boolean idle) throws Exception {
        hold(Signal.idle(idle));
        letGo();
    }

    @Override
    public void holdDeclared(Watermark watermark) {
        hold(Signal.declared(watermark));
        letGo();
    }

    private void hold(Signal signal) {
        switch (signal.kind()) {
            case WATERMARK -> {
                // A restored operator is told again how far its input is.
                if (signal.time() > heldWatermark) {
                    heldWatermark = signal.time();
                    queue.add(signal);
                }
            }
            case IDLE, ACTIVE -> {
                boolean idle = signal.kind() == Signal.Kind.IDLE;
                if (idle != inputIdle) {
                    inputIdle = idle;
                    queue.add(signal);
                }
            }
            default -> queue.add(signal);
        }
    }

    @Override
    public int room() {
        return queue.signals() >= (long) SIGNALS_PER_RECORD * capacity ? 0 : Math.max(0, capacity - queue.records());
    }

    @Override
    public AnswerWait answerWait() {
        int records = 0;
        long nowNs = context.nanoTime();
        long longestNs = 0;
        boolean holdsEventTime = false;
        for (Object one : queue.contents()) {
            if (one instanceof Pending pending) {
                if (!pending.isComplete() && pending.attempts() > 0) {
                    records++;
                    longestNs = Math.max(longestNs, nowNs - pending.askedNs());
                }
            } else {
                holdsEventTime |= ((Signal) one).kind() == Signal.Kind.WATERMARK;
            }
        }
        return records == 0 ? null : new AnswerWait(records, capacity, longestNs, holdsEventTime);
    }

    @Override
    public boolean isHolding() {
        return !queue.isEmpty();
    }

    // ------------------------------------------------------------------------------------ requests

    @Override
    public boolean goOn() throws Exception {
        if (queue.isEmpty() && answers.isEmpty()) {
            return false;
        }
        boolean progress = false;
        while (takeAnswers() | noticeDue() | letGo() | ask()) {
            progress = true;
        }
        return progress;
    }

    /** Asks for what is first in the queue, as far as the capacity goes. */
    private boolean ask() throws Exception {
        boolean progress = false;
        while (!unasked.isEmpty() && queue.records() - unasked.size() < capacity) {
            Pending pending = unasked.poll();
            long nowNs = context.nanoTime();
            pending.setAsked(nowNs);
            deadlines.begin(pending, nowNs);
            invoke(pending);
            progress = true;
        }
        return progress;
    }

    private void invoke(Pending pending) throws Exception {
        function.asyncInvoke(pending.value(), answers.expect(pending, pending.nextAttempt()));
    }

    private boolean takeAnswers() throws Exception {
        boolean progress = false;
        Answer answer;
        while ((answer = answers.poll()) != null) {
            progress = true;
            Pending pending = answer.pending();
            if (!pending.isComplete() && pending.attempts() == answer.attempt()) {
                take(pending, answer);
            }
        }
        return progress;
    }

    private void take(Pending pending, Answer answer) throws Exception {
        Collection<?> results = null;
        Throwable error = answer.error();
        if (error == null) {
            try {
                results = answer.results().get();
                if (results == null) {
                    throw new NullPointerException("the results are null; complete with an empty collection for none");
                }
            } catch (Exception e) {
                error = e;
            }
        }
        if (asksAgain(pending, results, error)) {
            retryCount.add(1);
            long pauseNs = retries.getBackoffTimeMillis(pending.attempts()) * 1_000_000;
            deadlines.retryAt(pending, context.nanoTime() + pauseNs);
        } else if (error != null) {
            throw new RequestFailedException(pending, error);
        } else {
            deadlines.end(pending);
            queue.complete(pending, results);
        }
    }

    @SuppressWarnings("unchecked")
    private boolean asksAgain(Pending pending, Collection<?> results, Throwable error) {
        if (retries == null || pending.isTimedOut() || !retries.canRetry(pending.attempts())) {
            return false;
        }
        return error == null
                ? isBad.isPresent() && isBad.get().test((Collection<Object>) results)
                : mayPass.isPresent() && mayPass.get().test(error);
    }

    /** Gives up what waited too long, and asks again for that whose pause is over. */
    private boolean noticeDue() throws Exception {
        if (deadlines.isEmpty()) {
            return false;
        }
        long nowNs = context.nanoTime();
        boolean progress = false;
        Pending pending;
        while ((pending = deadlines.pollTimedOut(nowNs)) != null) {
            progress = true;
            pending.markTimedOut();
            timeoutCount.add(1);
            // Not another attempt: if the function gives no answer now, a late one to the last request still counts.
            function.timeout(pending.value(), answers.expect(pending, pending.attempts()));
        }
        while ((pending = deadlines.pollRetry(nowNs)) != null) {
            progress = true;
            invoke(pending);
        }
        return progress;
    }

    // ------------------------------------------------------------------------------------ what goes out

    /** Lets go on what may, while there is room. */
    private boolean letGo() {
        boolean progress = false;
        while (!queue.isEmpty() && output.hasRoom()) {
            Object next = queue.poll();
            if (next == null) {
                break;
            }
            progress = true;
            if (next instanceof Pending pending) {
                for (Object result : pending.results()) {
                    output.collect(0, result, pending.timestamp());
                }
            } else {
                release((Signal) next);
            }
        }
        return progress;
    }

    private void release(Signal signal) {
        switch (signal.kind()) {
            case WATERMARK -> {
                releasedWatermark = signal.time();
                output.emitWatermark(signal.time());
            }
            case IDLE, ACTIVE -> {
                releasedIdle = signal.kind() == Signal.Kind.IDLE;
                output.emitIdle(releasedIdle);
            }
            case DECLARED_LONG, DECLARED_BOOL -> output.emitDeclared(signal.toDeclared());
        }
    }

    // ------------------------------------------------------------------------------------ snapshots

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        snapshots.write(writer, context, releasedWatermark, releasedIdle, queue.contents());
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }
}
