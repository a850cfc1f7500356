package io.tidemark.bench.state;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.connector.datagen.DatagenSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A running count by key, emitted for each event. The first events bring each key once, those that follow a key at random.
 *
 * @param keys how many keys there are
 * @param events how many events, at least one a key
 * @param hotKeys the random events are of the first so many keys
 * @param store where the counts are
 * @param checkpointInterval zero for none but the last one
 * @param eventsPerSecond limit of the source
 */
record KeyedCount(
        long keys, long events, long hotKeys, Store store, Duration checkpointInterval, double eventsPerSecond) {

    /** Where the counts are. */
    enum Store {
        /** In the job's keyed state. */
        KEYED_STATE,
        /** In a {@link HashMap} of the function, which no checkpoint holds. */
        PLAIN_MAP
    }

    /** What is counted. */
    public record Event(long key) {}

    /** What is emitted. */
    public record Count(long key, long count) {}

    KeyedCount {
        if (events < keys || hotKeys > keys) {
            throw new IllegalArgumentException(events + " events of " + keys + " keys, " + hotKeys + " of them hot");
        }
    }

    static KeyedCount of(long keys, long events) {
        return new KeyedCount(keys, events, keys, Store.KEYED_STATE, Duration.ZERO, Double.POSITIVE_INFINITY);
    }

    KeyedCount in(Store where) {
        return new KeyedCount(keys, events, hotKeys, where, checkpointInterval, eventsPerSecond);
    }

    KeyedCount withHotKeys(long hot) {
        return new KeyedCount(keys, events, hot, store, checkpointInterval, eventsPerSecond);
    }

    KeyedCount withCheckpoints(Duration interval) {
        return new KeyedCount(keys, events, hotKeys, store, interval, eventsPerSecond);
    }

    KeyedCount withEventsPerSecond(double limit) {
        return new KeyedCount(keys, events, hotKeys, store, checkpointInterval, limit);
    }

    JobPlan plan(int parallelism) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(
                Configuration.empty().with(JobOptions.CHECKPOINT_INTERVAL, checkpointInterval));
        env.setParallelism(parallelism);
        long allKeys = keys;
        long someKeys = hotKeys;
        DatagenSource<Event> source = DatagenSource.of(events, index -> new Event(keyOf(index, allKeys, someKeys)));
        env.fromSource(
                        eventsPerSecond == Double.POSITIVE_INFINITY
                                ? source
                                : source.withRatePerSecond(eventsPerSecond),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .keyBy(Event::key)
                .process(new Counting(store))
                .uid("counts")
                .sinkTo(new SumSink())
                .uid("sum");
        return env.buildPlan("keyed count, " + store);
    }

    static long keyOf(long index, long keys, long hotKeys) {
        return index < keys ? index : (mix(index) >>> 1) % hotKeys;
    }

    private static long mix(long x) {
        long z = x + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** The sum over all results that are emitted when nothing is lost and nothing counted twice. */
    long expectedSum() {
        int[] counts = new int[Math.toIntExact(keys)];
        long sum = 0;
        for (long i = 0; i < events; i++) {
            int key = (int) keyOf(i, keys, hotKeys);
            sum += weight(key, ++counts[key]);
        }
        return sum;
    }

    /** What a result adds to the sum; it depends on key and count, the sum not on the order of the results. */
    static long weight(long key, long count) {
        return count * (2 * key + 1);
    }

    private static final class Counting extends KeyedProcessFunction<Long, Event, Count> {
        private static final long serialVersionUID = 1L;

        private final Store store;
        private transient ValueState<Long> count;
        private transient HashMapState plain;
        private transient Progress.Counter progress;

        Counting(Store store) {
            this.store = store;
        }

        @Override
        public void open(OpenContext openContext) {
            plain = new HashMapState();
            count = store == Store.PLAIN_MAP
                    ? plain
                    : getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
            progress = Progress.counter();
        }

        @Override
        public void processElement(Event event, Context context, Collector<Count> out) throws Exception {
            plain.key = context.getCurrentKey();
            Long before = count.value();
            long after = before == null ? 1 : before + 1;
            count.update(after);
            out.collect(new Count(event.key(), after));
            progress.increment();
        }
    }

    /** Values by key and nothing else: what state costs when it is neither kept nor bounded. */
    private static final class HashMapState implements ValueState<Long> {
        private final Map<Long, Long> values = new HashMap<>();
        private Long key;

        @Override
        public Long value() {
            return values.get(key);
        }

        @Override
        public void update(Long value) {
            values.put(key, value);
        }

        @Override
        public void clear() {
            values.remove(key);
        }
    }
}
