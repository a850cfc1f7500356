package io.tidemark.worker;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.tidemark.checkpoint.store.CacheBudget;
import io.tidemark.checkpoint.store.NativeMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a worker's state takes of its limits, as metrics: bytes on the heap and outside of it. They end with the worker. */
final class MemoryGauges implements AutoCloseable {
    private final MeterRegistry registry;
    private final String workerId;
    private final List<Meter> gauges = new ArrayList<>();

    MemoryGauges(String workerId, CacheBudget cache, NativeMemory nativeMemory) {
        this(Metrics.globalRegistry, workerId, cache, nativeMemory);
    }

    MemoryGauges(MeterRegistry registry, String workerId, CacheBudget cache, NativeMemory nativeMemory) {
        this.registry = registry;
        this.workerId = workerId;
        add("tidemark.state.cache.used", "Cached objects of keyed state, by estimate.", cache, CacheBudget::usedBytes);
        add("tidemark.state.cache.limit", "What they may take.", cache, CacheBudget::limitBytes);
        add(
                "tidemark.state.native.used",
                "Blocks, indexes, filters and write buffers of keyed state, outside of the heap.",
                nativeMemory,
                NativeMemory::usedBytes);
        add("tidemark.state.native.limit", "What they may take.", nativeMemory, NativeMemory::limitBytes);
    }

    private <T> void add(String name, String description, T of, ToLongFunction<T> bytes) {
        gauges.add(Gauge.builder(name, of, bytes::applyAsLong)
                .description(description)
                .baseUnit("bytes")
                .tag("worker", workerId)
                .register(registry));
    }

    @Override
    public void close() {
        gauges.forEach(registry::remove);
    }
}
