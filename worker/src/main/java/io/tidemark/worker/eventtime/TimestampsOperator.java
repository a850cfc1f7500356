package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import java.util.Comparator;
import java.util.List;

/**
 * Gives records new timestamps and makes event time of them. What comes from upstream of event time ends here, but for the
 * final watermark.
 */
public final class TimestampsOperator implements Operator {
    private static final String GENERATOR = "generator";

    private final WatermarkStrategy<Object> strategy;
    private OperatorContext context;
    private OperatorOutput output;
    private AppliedStrategy applied;
    private GeneratorTime time;

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
        applied.emitPeriodically(time::onPeriodicEmit);
    }

    private void onChange(GeneratorTime changed, long before) {
        if (!changed.isIdle()) {
            output.emitIdle(false);
        }
        if (changed.watermark() > before) {
            output.emitWatermark(changed.watermark());
        }
        if (changed.isIdle()) {
            output.emitIdle(true);
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) {
        applied.handOn(value, timestamp, time);
    }

    @Override
    public boolean step() {
        if (time.hasIdleTimeout()) {
            time.onNothing(context.processingTimeMs());
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
}
