package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.TimestampAssigner;
import io.tidemark.api.eventtime.TimestampAssignerSupplier;
import io.tidemark.api.eventtime.WatermarkGeneratorSupplier;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import java.time.Duration;
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
    private TimestampAssigner<Object> assigner;
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
        assigner = strategy.createTimestampAssigner(assignerContext(context));
        long idleTimeoutMs = strategy.idleTimeout().map(Duration::toMillis).orElse(-1L);
        time = new GeneratorTime(
                "", strategy.createWatermarkGenerator(generatorContext(context)), idleTimeoutMs, this::onChange);
        List<GeneratorMemory> restored = context.restoredState(GENERATOR, GeneratorMemory.serializer());
        restored.stream()
                .min(Comparator.comparingLong(GeneratorMemory::watermark))
                .map(least -> least.asIdleAs(restored.stream().allMatch(GeneratorMemory::idle)))
                .ifPresent(time::restore);
        PeriodicEmission.start(context, time::onPeriodicEmit);
    }

    /** What a strategy may know of this place, for its assigner. */
    public static TimestampAssignerSupplier.Context assignerContext(OperatorContext context) {
        return context::userClassLoader;
    }

    /** What a strategy may know of this place, for its generators. */
    public static WatermarkGeneratorSupplier.Context generatorContext(OperatorContext context) {
        return context::userClassLoader;
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
        long assigned = assigner.extractTimestamp(value, timestamp);
        time.beforeRecord();
        output.collect(0, value, assigned);
        time.afterRecord(value, assigned);
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
