package io.tidemark.api.eventtime;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;

/**
 * Stands for a {@link WatermarkStrategy} where a function is wanted: a stream that is given it gets new timestamps and event
 * time. It is not called itself.
 *
 * @param <T> type of the records
 */
public final class EventTimeWatermarkFunction<T> implements OneInputStreamProcessFunction<T, T> {
    private static final long serialVersionUID = 1L;

    private final WatermarkStrategy<T> strategy;
    private final EventTimeExtractor<T> extractor;

    EventTimeWatermarkFunction(WatermarkStrategy<T> strategy, EventTimeExtractor<T> extractor) {
        this.strategy = strategy;
        this.extractor = extractor;
    }

    /** What it stands for. */
    public WatermarkStrategy<T> strategy() {
        return strategy;
    }

    @Override
    public void processRecord(T record, Collector<T> output, PartitionedContext<T> ctx) {
        throw new IllegalStateException("a function that makes event time was called with a record of time "
                + extractor.extractTimestamp(record) + "; give it to process of a stream, which takes its strategy");
    }
}
