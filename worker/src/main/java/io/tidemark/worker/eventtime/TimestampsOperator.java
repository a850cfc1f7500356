package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.worker.advice.DelayQuestion;
import io.tidemark.worker.advice.DelayReport;
import io.tidemark.worker.advice.DelaySampling;
import io.tidemark.worker.chain.CanBeHeldUp;
import io.tidemark.worker.chain.EventTimeFacts;
import io.tidemark.worker.chain.ReportsEventTime;
import java.util.Comparator;
import java.util.List;

/**
 * Gives records new timestamps and makes event time of them. What comes from upstream of event time ends here, but for the
 * final watermark.
 */
public final class TimestampsOperator implements Operator, ReportsEventTime, CanBeHeldUp {
    private static final String GENERATOR = "generator";

    private final WatermarkStrategy<Object> strategy;
    private OperatorContext context;
    private OperatorOutput output;
    private AppliedStrategy applied;
    private GeneratorTime time;
    private CaughtUpEmission caughtUp;
    /** By which it becomes idle. */
    private final WatchedTime watchedTime = new WatchedTime();

    private final DelaySampling sampling = new DelaySampling();

    public TimestampsOperator(WatermarkStrategy<Object> strategy) {
        this.strategy = strategy;
    }

    @Override
    public boolean makesEventTime() {
        return true;
    }

    @Override
    public void open(OperatorContext operatorContext) {
        context = operatorContext;
        output = context.output();
        applied = new AppliedStrategy(strategy, context);
        time = applied.newTime("", this::onChange);
        List<GeneratorMemory> restored = context.restoredState(GENERATOR, GeneratorMemory.serializer());
        restored.stream()
                .min(Comparator.comparingLong(GeneratorMemory::watermark))
                .map(least -> least.asIdleAs(restored.stream().allMatch(GeneratorMemory::idle)))
                .ifPresent(time::restore);
        time.seen().begin(context.processingTimeMs());
        applied.emitPeriodically(time::onPeriodicEmit);
        caughtUp = applied.emitWhenCaughtUp(time::onPeriodicEmit);
        RecordPulse.start(context, this::onPulse);
    }

    private void onChange(GeneratorTime changed, long before) {
        if (!changed.isIdle()) {
            output.emitIdle(false);
        }
        if (changed.watermark() > before) {
            changed.setAdvancedAtMs(context.processingTimeMs());
            output.emitWatermark(changed.watermark());
        }
        if (changed.isIdle()) {
            output.emitIdle(true);
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) {
        applied.handOn(value, timestamp, time);
        caughtUp.onRecords();
    }

    @Override
    public void onHeldUp() {
        if (time.hasIdleTimeout()) {
            watchedTime.away(context.processingTimeMs());
        }
    }

    @Override
    public boolean step() {
        if (time.hasIdleTimeout()) {
            long nowMs = context.processingTimeMs();
            watchedTime.back(nowMs);
            time.onNothing(watchedTime.at(nowMs));
        }
        if (caughtUp.isDue()) {
            caughtUp.onNothing(context.processingTimeMs());
        }
        return false;
    }

    @Override
    public boolean advance(long watermark) {
        if (watermark == Long.MAX_VALUE) {
            time.markActive();
            time.onPeriodicEmit();
        }
        return true;
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        writer.put(GENERATOR, StateSharing.MERGE, GeneratorMemory.serializer(), List.of(time.memory()));
    }

    @Override
    public EventTimeFacts eventTimeFacts() {
        return new EventTimeFacts(
                false,
                false,
                applied.intervalMs(),
                applied.hasOwnInterval(),
                applied.idleTimeoutMs(),
                false,
                "",
                List.of(time.facts(context.processingTimeMs(), null)));
    }

    private void onPulse(long nowMs) {
        time.seen().note(nowMs);
        if (!sampling.tend(nowMs)) {
            time.setWatcher(null);
        }
    }

    @Override
    public DelayReport adviseDelay(DelayQuestion question, long keepMs) {
        time.setWatcher(sampling::add);
        return sampling.ask(question, keepMs, context.processingTimeMs());
    }
}
