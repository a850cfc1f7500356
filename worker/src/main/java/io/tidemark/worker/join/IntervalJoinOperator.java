package io.tidemark.worker.join;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.IntervalJoinSpec;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.Records;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.worker.chain.BatchKeys;
import io.tidemark.worker.failure.FatalTaskException;
import io.tidemark.worker.function.RichFunctions;
import io.tidemark.worker.function.SideOutputs;
import io.tidemark.worker.function.TimestampedCollector;
import io.tidemark.worker.window.Lateness;

/**
 * Joins two keyed streams by time. Each record looks for partners among those of the other stream that came before it, then it is
 * kept for those that will come.
 */
public final class IntervalJoinOperator implements Operator {
    /** The least length of a stretch of time, so that joins of equal times do not have one for each millisecond. */
    private static final long MIN_STRETCH_MS = 1000;
    /** Up to this distance of the bounds a stretch is as long: shorter ones cost look-ups, longer ones memory. */
    private static final long SHORT_MS = 10_000;
    /** A side keeps about so many stretches at most, however narrow the bounds are and however far from zero. */
    private static final int MAX_STRETCHES = 500;
    /** So many stretches are told of at a time. */
    private static final int MAX_EXPECTED = 3;

    private final IntervalJoinSpec spec;
    private final ProcessJoinFunction<Object, Object, Object> function;
    private final JoinSide left;
    private final JoinSide right;
    private final int[] hashes = new int[BatchKeys.RUN];

    private OperatorContext context;
    private KeyedState keyedState;
    private TimestampedCollector<Object> collector;
    private PairContext pair;
    private int leftLateOrdinal;
    private int rightLateOrdinal;

    /** The planner checked the types; here all records are objects. */
    @SuppressWarnings("unchecked")
    public IntervalJoinOperator(IntervalJoinSpec spec) {
        this.spec = spec;
        this.function = (ProcessJoinFunction<Object, Object, Object>) spec.function();
        this.left = side("join-left", spec.left(), spec.upperMs());
        this.right = side("join-right", spec.right(), EventTimeMath.minus(0, spec.lowerMs()));
    }

    private JoinSide side(String name, TypeSerializer<?> records, long keepMs) {
        long spanMs = EventTimeMath.minus(spec.upperMs(), spec.lowerMs());
        long bySpanMs = spanMs <= SHORT_MS ? Math.max(MIN_STRETCH_MS, spanMs) : Math.max(SHORT_MS, spanMs / 4);
        return new JoinSide(name, records, Math.max(bySpanMs, keepMs / MAX_STRETCHES), keepMs);
    }

    @Override
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        keyedState = context.keyedState();
        collector = new TimestampedCollector<>(context.output());
        pair = new PairContext(function, new SideOutputs(context.output()));
        leftLateOrdinal = ordinalOf(spec.leftLateTag());
        rightLateOrdinal = ordinalOf(spec.rightLateTag());
        left.open(context);
        right.open(context);
        RichFunctions.open(function, context);
    }

    private int ordinalOf(OutputTag<?> tag) {
        return tag == null ? -1 : context.output().ordinalOf(tag.getId());
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        if (timestamp == Records.NO_TIMESTAMP) {
            throw FatalTaskException.withoutTimestamp("interval join", context.operatorName(), value, "keyBy");
        }
        long watermark = context.currentKeyWatermark();
        boolean isLeft = input == 0;
        if (Lateness.isLate(timestamp, watermark)) {
            takeLate(isLeft ? leftLateOrdinal : rightLateOrdinal, value, timestamp, watermark);
            return;
        }
        JoinSide own = isLeft ? left : right;
        if (own.mayMeet(timestamp, watermark)) {
            own.add(value, timestamp);
        }
        if (isLeft) {
            meetRight(value, timestamp);
        } else {
            meetLeft(value, timestamp);
        }
    }

    private void takeLate(int ordinal, Object value, long timestamp, long watermark) {
        boolean aside = ordinal >= 0;
        context.reportLate(keyedState.currentKey(), value, timestamp, watermark, aside);
        if (aside) {
            context.output().collect(ordinal, value, timestamp);
        }
    }

    /** Whether all partners of a left record would be beyond one of the two ends of time. */
    private boolean areRightBeyondTime(long timestamp) {
        return (spec.lowerMs() > 0 && timestamp > Long.MAX_VALUE - spec.lowerMs())
                || (spec.upperMs() < 0 && timestamp < Long.MIN_VALUE - spec.upperMs());
    }

    /** The same of a right record. Its bounds are not turned round for that: the least number has no opposite. */
    private boolean areLeftBeyondTime(long timestamp) {
        return (spec.upperMs() < 0 && timestamp > Long.MAX_VALUE + spec.upperMs())
                || (spec.lowerMs() > 0 && timestamp < Long.MIN_VALUE + spec.lowerMs());
    }

    private void meetRight(Object value, long timestamp) throws Exception {
        if (areRightBeyondTime(timestamp)) {
            return;
        }
        long from = EventTimeMath.plus(timestamp, spec.lowerMs());
        long to = EventTimeMath.plus(timestamp, spec.upperMs());
        for (int i = right.firstMeeting(from); right.isMeeting(i, to); i++) {
            TimedRecords partners = right.recordsIn(i);
            if (partners == null) {
                continue;
            }
            for (int p = partners.firstFrom(from); p < partners.size() && partners.time(p) <= to; p++) {
                meet(value, timestamp, partners.record(p), partners.time(p));
            }
        }
    }

    private void meetLeft(Object value, long timestamp) throws Exception {
        if (areLeftBeyondTime(timestamp)) {
            return;
        }
        long from = EventTimeMath.minus(timestamp, spec.upperMs());
        long to = EventTimeMath.minus(timestamp, spec.lowerMs());
        for (int i = left.firstMeeting(from); left.isMeeting(i, to); i++) {
            TimedRecords partners = left.recordsIn(i);
            if (partners == null) {
                continue;
            }
            for (int p = partners.firstFrom(from); p < partners.size() && partners.time(p) <= to; p++) {
                meet(partners.record(p), partners.time(p), value, timestamp);
            }
        }
    }

    private void meet(Object leftValue, long leftTimestamp, Object rightValue, long rightTimestamp) throws Exception {
        pair.leftTimestamp = leftTimestamp;
        pair.rightTimestamp = rightTimestamp;
        collector.setTimestamp(Math.max(leftTimestamp, rightTimestamp));
        function.processElement(leftValue, rightValue, pair, collector);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            expect(input, records, first, end);
            for (int i = first; i < end; i++) {
                found.makeCurrent(keyedState, i);
                process(input, records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    /** Tells both sides what these records will look up, so that the waits for memory overlap. */
    private void expect(int input, Records records, int from, int to) {
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            hashes[i - from] = records.keyHash(i);
            earliest = Math.min(earliest, records.timestamp(i));
            latest = Math.max(latest, records.timestamp(i));
        }
        boolean isLeft = input == 0;
        long lowest = isLeft ? spec.lowerMs() : EventTimeMath.minus(0, spec.upperMs());
        long highest = isLeft ? spec.upperMs() : EventTimeMath.minus(0, spec.lowerMs());
        expect(isLeft ? left : right, earliest, latest, to - from);
        expect(
                isLeft ? right : left,
                EventTimeMath.plus(earliest, lowest),
                EventTimeMath.plus(latest, highest),
                to - from);
    }

    private void expect(JoinSide side, long from, long to, int count) {
        int first = side.firstMeeting(from);
        for (int i = first; i < first + MAX_EXPECTED && side.isMeeting(i, to); i++) {
            side.expect(i, hashes, count);
        }
    }

    @Override
    public boolean advance(long watermark) {
        left.advance(watermark);
        right.advance(watermark);
        return true;
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        left.snapshot(writer);
        right.snapshot(writer);
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }

    private final class PairContext extends ProcessJoinFunction<Object, Object, Object>.Context {
        private final SideOutputs sideOutputs;
        private long leftTimestamp;
        private long rightTimestamp;

        PairContext(ProcessJoinFunction<Object, Object, Object> function, SideOutputs sideOutputs) {
            function.super();
            this.sideOutputs = sideOutputs;
        }

        @Override
        public long getLeftTimestamp() {
            return leftTimestamp;
        }

        @Override
        public long getRightTimestamp() {
            return rightTimestamp;
        }

        @Override
        public long getTimestamp() {
            return Math.max(leftTimestamp, rightTimestamp);
        }

        @Override
        public <X> void output(OutputTag<X> outputTag, X value) {
            sideOutputs.emit(outputTag, value, collector.timestamp());
        }
    }
}
