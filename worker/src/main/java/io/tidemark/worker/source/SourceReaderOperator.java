package io.tidemark.worker.source;

import io.tidemark.api.config.JobOptions;
import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.eventtime.TimestampAssigner;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkAlignment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.SplitAssignment;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.worker.advice.DelayQuestion;
import io.tidemark.worker.advice.DelayReport;
import io.tidemark.worker.advice.DelaySampling;
import io.tidemark.worker.chain.CanBeHeldUp;
import io.tidemark.worker.chain.EventTimeFacts;
import io.tidemark.worker.chain.GroupMember;
import io.tidemark.worker.chain.InSourceGroups;
import io.tidemark.worker.chain.KnownOwnStates;
import io.tidemark.worker.chain.ReportsSplits;
import io.tidemark.worker.eventtime.AppliedStrategy;
import io.tidemark.worker.eventtime.CaughtUpEmission;
import io.tidemark.worker.eventtime.GeneratorMemory;
import io.tidemark.worker.eventtime.GeneratorTime;
import io.tidemark.worker.eventtime.IdleClockRun;
import io.tidemark.worker.eventtime.PeriodicEmission;
import io.tidemark.worker.eventtime.ReaderAlignment;
import io.tidemark.worker.eventtime.RecordPulse;
import io.tidemark.worker.eventtime.SplitTimes;
import io.tidemark.worker.eventtime.WatchedTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the splits that arrive on its input. Each split has its own watermark generator; their combination is this reader's
 * event time. Splits with their positions, generators and the combination are in the snapshot.
 *
 * <p>Until the enumerator has ended nothing is known of the splits that may still come, so event time waits. A reader of an
 * unbounded source that gets none is idle from then on; one of a bounded source has ended.
 */
public final class SourceReaderOperator
        implements Operator, ReportsSplits, InSourceGroups, KnownOwnStates, CanBeHeldUp {
    private static final Logger LOG = LoggerFactory.getLogger(SourceReaderOperator.class);
    private static final long IDLE_CLOCK_TICK_MS = 200;
    private static final String SPLITS = "splits";
    private static final String GENERATORS = "generators";
    private static final String ALL_SPLITS_KNOWN = "all-splits-known";

    /** How many readers there were, and the largest watermark of any split this one had. Not in older snapshots. */
    private static final String LARGEST = "largest-watermark";

    private final Source<Object, SourceSplit> source;
    private final WatermarkStrategy<Object> strategy;
    private final TypeSerializer<Boolean> flags = Types.BOOLEAN.createSerializer();
    private final TypeSerializer<Long> numbers = Types.LONG.createSerializer();

    /** Null without an alignment group. */
    private final ReaderAlignment alignment;

    /** Null without an idle clock. */
    private final IdleClockRun idleClock;

    private final List<GroupMember> groupMembers;

    private OperatorContext context;
    private OperatorOutput output;
    private TypeSerializer<SourceSplit> splitSerializer;
    private SourceReader<Object, SourceSplit> reader;
    private AppliedStrategy applied;
    private SplitTimes times;
    private CaughtUpEmission caughtUp;
    private final DelaySampling sampling = new DelaySampling();
    private final Map<String, SplitReading> readings = new HashMap<>();
    private final Output readerOutput = new Output();

    /** By which splits become idle. */
    private final WatchedTime watchedTime = new WatchedTime();

    private boolean readsApart;
    private boolean allSplitsKnown;
    private boolean hasSplits;
    private ReadStatus status = ReadStatus.MORE;

    /** Counts polls; a split that was looked at in the latest one has its number. */
    private long pollNumber;

    private long recordsInPoll;
    private long recordsRead;

    public SourceReaderOperator(Source<Object, SourceSplit> source, WatermarkStrategy<Object> strategy) {
        this.source = source;
        this.strategy = strategy;
        alignment = strategy.alignment().map(ReaderAlignment::new).orElse(null);
        idleClock = strategy.idleClock().map(IdleClockRun::new).orElse(null);
        groupMembers = Stream.of(
                        alignment == null ? null : alignment.member(), idleClock == null ? null : idleClock.member())
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public List<GroupMember> groupMembers() {
        return groupMembers;
    }

    @Override
    public boolean isSource() {
        return true;
    }

    @Override
    public Map<String, TypeSerializer<?>> ownStates() {
        return Map.of(
                GENERATORS,
                GeneratorMemory.serializer(),
                SPLITS,
                source.splitSerializer(),
                ALL_SPLITS_KNOWN,
                flags,
                LARGEST,
                numbers);
    }

    @Override
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        output = context.output();
        splitSerializer = source.splitSerializer();
        applied = new AppliedStrategy(strategy, context);
        reader = createReader();
        restore();
        applied.emitPeriodically(times::onPeriodicEmit);
        caughtUp = applied.emitWhenCaughtUp(times::onPeriodicEmit);
        RecordPulse.start(context, this::onPulse);
        if (alignment != null) {
            long intervalMs =
                    strategy.alignment().orElseThrow().updateInterval().toMillis();
            PeriodicEmission.every(context, intervalMs, this::align);
        }
        if (idleClock != null) {
            PeriodicEmission.every(context, IDLE_CLOCK_TICK_MS, this::tickIdleClock);
        }
        reportEnd();
    }

    /** One of the connector's for all splits, or one for each when it is decided here which of them is read. */
    private SourceReader<Object, SourceSplit> createReader() throws Exception {
        boolean isInOrder = context.configuration().get(JobOptions.DETERMINISTIC);
        readsApart = (isInOrder || alignment != null) && !source.readsSplitsInSequence();
        return readsApart
                ? new ReadersApart(() -> source.createReader(new Context(context)), new Times(), isInOrder)
                : source.createReader(new Context(context));
    }

    private GroupMember.Progress progress() {
        return new GroupMember.Progress(times.watermark(), times.areAllIdle(), allSplitsKnown && isFinished());
    }

    private void align() {
        alignment.update(progress(), times.active());
        alignment.note(times.active(), context.processingTimeMs());
    }

    private void tickIdleClock() {
        boolean wasDriven = times.isDriven();
        times.drive(idleClock.tick(progress(), context.processingTimeMs()));
        if (times.isDriven() && !wasDriven) {
            LOG.info(
                    "Event time of {}, subtask {}, is driven by the idle clock: no split of the source has records",
                    context.operatorName(),
                    context.subtask());
        }
    }

    /** Nobody waits any more for a reader that has ended. */
    private void reportEnd() {
        if (allSplitsKnown && isFinished()) {
            groupMembers.forEach(member -> member.report(progress()));
        }
    }

    private void restore() throws Exception {
        List<SourceSplit> splits = context.restoredState(SPLITS, splitSerializer);
        Map<String, GeneratorMemory> memories = memoriesOf(splits);
        boolean wasIdle = !memories.isEmpty() && memories.values().stream().allMatch(GeneratorMemory::idle);
        times = new SplitTimes(context.currentWatermark(), wasIdle, context::processingTimeMs, this::onTimeChanged);
        times.beginGathering();
        restoreLargest();
        addSplits(splits, memories);
        List<Boolean> allKnown = context.restoredState(ALL_SPLITS_KNOWN, flags);
        if (!allKnown.isEmpty() && !allKnown.contains(false)) {
            onAllSplitsKnown();
        }
        times.endGathering();
    }

    /**
     * When the number of readers has changed, each starts with what its splits say. Splits that were held back by each other
     * may then be in different readers, and one that goes to the largest of all when only its own are idle would no longer
     * be waited for when they wake.
     */
    private void restoreLargest() {
        List<Long> readersAndLargest = context.restoredState(LARGEST, numbers);
        if (readersAndLargest.size() == 2 && readersAndLargest.get(0) == context.parallelism()) {
            times.restoreLargest(readersAndLargest.get(1));
        }
    }

    /** By split. A split may have come from another reader, so the memories of all are looked through. */
    private Map<String, GeneratorMemory> memoriesOf(List<SourceSplit> splits) {
        Map<String, GeneratorMemory> all = new HashMap<>();
        context.restoredState(GENERATORS, GeneratorMemory.serializer())
                .forEach(memory -> all.put(memory.name(), memory));
        Map<String, GeneratorMemory> own = new HashMap<>();
        for (SourceSplit split : splits) {
            GeneratorMemory memory = all.get(split.splitId());
            if (memory != null) {
                own.put(split.splitId(), memory);
            }
        }
        return own;
    }

    private void addSplits(List<SourceSplit> splits, Map<String, GeneratorMemory> memories) throws Exception {
        if (splits.isEmpty()) {
            return;
        }
        hasSplits = true;
        status = ReadStatus.MORE;
        for (SourceSplit split : splits) {
            GeneratorTime time = applied.newTime(split.splitId(), times::onChange);
            GeneratorMemory memory = memories.get(split.splitId());
            if (memory != null) {
                time.restore(memory);
            }
            SplitReading reading = new SplitReading(time);
            readings.put(split.splitId(), reading);
            if (source.readsSplitsInSequence() && time.watermark() == Long.MIN_VALUE) {
                times.addWaiting(time);
            } else {
                reading.hasBegun = true;
                times.add(time);
            }
        }
        reader.addSplits(splits);
    }

    private void onAllSplitsKnown() {
        allSplitsKnown = true;
        times.complete();
    }

    private void onTimeChanged() {
        if (!times.isIdle()) {
            output.emitIdle(false);
        }
        output.emitWatermark(times.watermark());
        if (times.isIdle() && !isFinished()) {
            output.emitIdle(true);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void process(int input, Object value, long timestamp) throws Exception {
        addSplits(List.of(((SplitAssignment<SourceSplit>) value).split()), Map.of());
    }

    @Override
    public void endInput(int input) {
        onAllSplitsKnown();
    }

    @Override
    public boolean step() throws Exception {
        // Event time waits for all splits, so the first records would see none or some of it, as the threads have it.
        if (!allSplitsKnown || !hasSplits || status == ReadStatus.DONE || (alignment != null && alignment.isPaused())) {
            return false;
        }
        pollNumber++;
        recordsInPoll = 0;
        if (applied.hasIdleTimeout()) {
            pollAndNoteSplitsWithoutRecords();
        } else {
            status = reader.poll(readerOutput);
        }
        if (recordsInPoll > 0) {
            caughtUp.onRecords();
        }
        if (status == ReadStatus.NOTHING_NOW && caughtUp.isDue()) {
            caughtUp.onNothing(context.processingTimeMs());
        }
        return recordsInPoll > 0 || status != ReadStatus.NOTHING_NOW;
    }

    @Override
    public long recordsRead() {
        return recordsRead;
    }

    @Override
    public void onHeldUp() {
        if (applied.hasIdleTimeout()) {
            watchedTime.away(context.processingTimeMs());
        }
    }

    private void pollAndNoteSplitsWithoutRecords() throws Exception {
        long beganMs = context.processingTimeMs();
        watchedTime.back(beganMs);
        status = reader.poll(readerOutput);
        if (recordsInPoll > 0) {
            // It took as long as the records took downstream.
            watchedTime.away(beganMs);
            watchedTime.back(context.processingTimeMs());
        }
        noteSplitsWithoutRecords(watchedTime.at(context.processingTimeMs()));
    }

    private void noteSplitsWithoutRecords(long watchedMs) {
        for (GeneratorTime time : List.copyOf(times.active())) {
            SplitReading reading = readings.get(time.name());
            boolean lookedAt =
                    reading.lookedAtInPoll == pollNumber || (status == ReadStatus.NOTHING_NOW && !readsApart);
            if (lookedAt && reading.recordInPoll != pollNumber) {
                time.onNothing(watchedMs);
            }
        }
    }

    @Override
    public boolean isFinished() {
        boolean nothingToRead = hasSplits ? status == ReadStatus.DONE : source.boundedness() == Boundedness.BOUNDED;
        return allSplitsKnown && nothingToRead;
    }

    @Override
    public boolean advance(long watermark) {
        if (watermark == Long.MAX_VALUE) {
            times.onPeriodicEmit();
            reportEnd();
        }
        return true;
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) throws Exception {
        List<SourceSplit> splits = reader.snapshot();
        writer.put(SPLITS, splitSerializer, splits);
        List<GeneratorMemory> memories = new ArrayList<>();
        for (SourceSplit split : splits) {
            memories.add(readings.get(split.splitId()).time.memory());
        }
        writer.put(GENERATORS, StateSharing.MERGE, GeneratorMemory.serializer(), memories);
        writer.put(ALL_SPLITS_KNOWN, StateSharing.MERGE, flags, List.of(allSplitsKnown));
        writer.put(LARGEST, StateSharing.MERGE, numbers, List.of((long) context.parallelism(), times.largest()));
    }

    private void onPulse(long nowMs) {
        times.noteRecords(nowMs);
        if (!sampling.tend(nowMs)) {
            times.setWatcher(null);
        }
    }

    @Override
    public DelayReport adviseDelay(DelayQuestion question, long keepMs) {
        times.setWatcher(timestamp -> sampling.add(timestamp, times.leadMs()));
        return sampling.ask(question, keepMs, context.processingTimeMs());
    }

    @Override
    public EventTimeFacts eventTimeFacts() {
        long nowMs = context.processingTimeMs();
        return new EventTimeFacts(
                true,
                !allSplitsKnown,
                applied.intervalMs(),
                applied.hasOwnInterval(),
                applied.idleTimeoutMs(),
                times.isDriven(),
                strategy.alignment().map(WatermarkAlignment::group).orElse(""),
                times.all().stream()
                        .map(time -> time.facts(nowMs, alignment == null ? null : alignment.pause(time, nowMs)))
                        .toList());
    }

    @Override
    public void close() throws Exception {
        if (reader != null) {
            reader.close();
        }
    }

    /** A split being read: stamps its records and hands them on, each before the watermark it makes. */
    private final class SplitReading implements ReaderOutput.SplitOutput<Object> {
        private final GeneratorTime time;
        /** Whether it counts for event time. */
        private boolean hasBegun;

        private long lookedAtInPoll;
        private long recordInPoll;

        SplitReading(GeneratorTime time) {
            this.time = time;
        }

        @Override
        public void collect(Object value) {
            collectWithTimestamp(value, TimestampAssigner.NO_TIMESTAMP);
        }

        @Override
        public void collectWithTimestamp(Object value, long timestamp) {
            recordsInPoll++;
            recordsRead++;
            if (applied.handOn(value, timestamp, time)) {
                recordInPoll = pollNumber;
            }
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            time.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
            time.markIdle();
        }

        @Override
        public void markActive() {
            time.markActive();
        }
    }

    /** What is known of splits, for whoever decides which is read. */
    private final class Times implements ReadersApart.Times {
        @Override
        public long watermark(String splitId) {
            return readings.get(splitId).time.watermark();
        }

        @Override
        public boolean isIdle(String splitId) {
            return readings.get(splitId).time.isIdle();
        }

        @Override
        public boolean isPaused(String splitId) {
            return alignment != null && alignment.isPaused(readings.get(splitId).time);
        }
    }

    private final class Output implements ReaderOutput<Object> {
        @Override
        public SplitOutput<Object> split(String splitId) {
            SplitReading reading = reading(splitId);
            reading.lookedAtInPoll = pollNumber;
            if (!reading.hasBegun) {
                reading.hasBegun = true;
                times.begin(reading.time);
            }
            return reading;
        }

        private SplitReading reading(String splitId) {
            SplitReading reading = readings.get(splitId);
            if (reading == null) {
                throw new IllegalStateException("the reader speaks of a split \"" + splitId
                        + "\" that it was not given; it has " + readings.keySet());
            }
            return reading;
        }

        @Override
        public void splitFinished(String splitId) {
            reading(splitId).time.finish();
        }

        @Override
        public boolean hasRoom() {
            return output.hasRoom();
        }
    }

    private record Context(OperatorContext operator) implements SourceReaderContext {
        @Override
        public int subtask() {
            return operator.subtask();
        }

        @Override
        public int parallelism() {
            return operator.parallelism();
        }

        @Override
        public long processingTimeMs() {
            return operator.processingTimeMs();
        }

        @Override
        public long nanoTime() {
            return operator.nanoTime();
        }

        @Override
        public Counter counter(String name) {
            return operator.counter(name);
        }

        @Override
        public void emitWatermark(io.tidemark.api.watermark.Watermark watermark) {
            operator.output().emitDeclared(watermark);
        }

        @Override
        public ClassLoader userClassLoader() {
            return operator.userClassLoader();
        }
    }
}
