package io.tidemark.bench.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.EventTimeMapper;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.pipeline.BatchSource;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamSource;
import io.tidemark.bench.workload.Workload;

/**
 * Sources that make events of the numbers 0, 1, 2, …; processor <i>i</i> of <i>n</i> makes <i>i</i>, <i>i + n</i>, …, so that
 * all advance through event time side by side.
 */
final class Events {
    private Events() {}

    /** A source without event time. */
    static <T> BatchSource<T> batch(long events, FunctionEx<Long, T> generator) {
        return Sources.batchFromProcessor(
                "events", ProcessorMetaSupplier.of(Workload.PARALLELISM, () -> new EventsP<>(events, generator)));
    }

    /**
     * A source with event time; the job ends with it nevertheless.
     *
     * @param ratePerSecond at most so many a second, all processors together; infinite for no limit
     * @param parallelism of each member
     */
    static <T> StreamSource<T> stream(
            long events, double ratePerSecond, FunctionEx<Long, T> generator, int parallelism) {
        return Sources.streamFromProcessorWithWatermarks(
                "events",
                false,
                policy -> ProcessorMetaSupplier.of(
                        parallelism, () -> new TimedEventsP<>(events, ratePerSecond, generator, policy)));
    }

    private static final class Numbers {
        private final long step;
        private final long end;
        private long next;
        private final double perNs;
        private final long startNs = System.nanoTime();
        private long made;

        Numbers(Processor.Context context, long end, double ratePerSecond) {
            this.next = context.globalProcessorIndex();
            this.step = context.totalParallelism();
            this.end = end;
            this.perNs = ratePerSecond / 1e9 / step;
        }

        /** Whether one may be made now. */
        boolean isDue() {
            return next < end && (perNs == Double.POSITIVE_INFINITY || made < (System.nanoTime() - startNs) * perNs);
        }

        boolean isAtEnd() {
            return next >= end;
        }

        long next() {
            long number = next;
            next += step;
            made++;
            return number;
        }
    }

    private static final class EventsP<T> extends AbstractProcessor {
        private final long events;
        private final FunctionEx<Long, T> generator;
        private Traverser<T> traverser;

        EventsP(long events, FunctionEx<Long, T> generator) {
            this.events = events;
            this.generator = generator;
        }

        @Override
        protected void init(Context context) {
            Numbers numbers = new Numbers(context, events, Double.POSITIVE_INFINITY);
            traverser = () -> numbers.isAtEnd() ? null : generator.apply(numbers.next());
        }

        @Override
        public boolean complete() {
            return emitFromTraverser(traverser);
        }
    }

    private static final class TimedEventsP<T> extends AbstractProcessor {
        private final long events;
        private final double ratePerSecond;
        private final FunctionEx<Long, T> generator;
        private final EventTimeMapper<T> mapper;
        private Numbers numbers;
        private Traverser<Object> traverser;

        TimedEventsP(
                long events, double ratePerSecond, FunctionEx<Long, T> generator, EventTimePolicy<? super T> policy) {
            this.events = events;
            this.ratePerSecond = ratePerSecond;
            this.generator = generator;
            this.mapper = new EventTimeMapper<>(policy);
        }

        @Override
        protected void init(Context context) {
            mapper.addPartitions(1);
            numbers = new Numbers(context, events, ratePerSecond);
            Traverser<T> made = () -> !numbers.isDue() ? null : generator.apply(numbers.next());
            traverser = made.flatMap(event -> mapper.flatMapEvent(event, 0, EventTimeMapper.NO_NATIVE_TIME));
        }

        @Override
        public boolean complete() {
            // What is not due yet ends the traverser as the last one does.
            return emitFromTraverser(traverser) && numbers.isAtEnd();
        }
    }
}
