package io.tidemark.bench;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.datagen.DatagenSource;
import java.time.Duration;

/** The workload as a user of Tidemark writes it. Arguments: number of events, output directory. */
public final class KeyedSumJob {

    /** What is counted. */
    public record Event(long key, long timestampMs, long value) {}

    /** Count and sum of a key in a window so far; changed in place. */
    public static final class CountAndSum {
        public long count;
        public long sum;
    }

    /** One result. */
    public record WindowSum(long windowStartMs, long key, long count, long sum) {}

    private KeyedSumJob() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        define(env, Long.parseLong(args[0]), args[1]);
        env.execute("keyed sums, " + args[0] + " events");
    }

    static void define(StreamExecutionEnvironment env, long events, String outputDirectory) {
        env.fromSource(
                        DatagenSource.of(events, KeyedSumJob::event),
                        WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofMillis(KeyedSumWorkload.BOUND_MS))
                                .withTimestampAssigner((event, timestamp) -> event.timestampMs()),
                        "events")
                .keyBy(Event::key)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(KeyedSumWorkload.WINDOW_MS)))
                .aggregate(new Sums(), new ToResult())
                .uid("sums")
                .sinkTo(new ChecksumSink(outputDirectory))
                .uid("checksum");
    }

    private static Event event(long index) {
        return new Event(
                KeyedSumWorkload.key(index), KeyedSumWorkload.timestampMs(index), KeyedSumWorkload.value(index));
    }

    private static final class Sums implements AggregateFunction<Event, CountAndSum, CountAndSum> {
        private static final long serialVersionUID = 1L;

        @Override
        public CountAndSum createAccumulator() {
            return new CountAndSum();
        }

        @Override
        public CountAndSum add(Event event, CountAndSum accumulator) {
            accumulator.count++;
            accumulator.sum += event.value();
            return accumulator;
        }

        @Override
        public CountAndSum getResult(CountAndSum accumulator) {
            return accumulator;
        }

        @Override
        public CountAndSum merge(CountAndSum a, CountAndSum b) {
            a.count += b.count;
            a.sum += b.sum;
            return a;
        }
    }

    private static final class ToResult extends ProcessWindowFunction<CountAndSum, WindowSum, Long, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(Long key, Context context, Iterable<CountAndSum> elements, Collector<WindowSum> out) {
            CountAndSum sums = elements.iterator().next();
            out.collect(new WindowSum(context.window().getStart(), key, sums.count, sums.sum));
        }
    }
}
