package jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.async.AsyncRetryStrategy;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.delta.DeltaFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.triggers.DeltaTrigger;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.util.retryable.AsyncRetryStrategies;
import org.apache.flink.streaming.util.retryable.RetryPredicates;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Parcels are scanned in depots: which are too heavy, where depots are, how parcels come in bursts, what was billed. */
public class Parcels {
    private static final MapStateDescriptor<String, Long> LIMITS =
            new MapStateDescriptor<>("limits", Types.STRING, Types.LONG);
    private static final OutputTag<Tuple2<String, Long>> LIGHT =
            new OutputTag<Tuple2<String, Long>>("light", Types.TUPLE(Types.STRING, Types.LONG)) {};

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataStream<Tuple3<String, Long, Long>> scans = env.fromData(
                        Tuple3.of("ulm", 5L, 1_000L),
                        Tuple3.of("bonn", 31L, 2_000L),
                        Tuple3.of("ulm", 25L, 3_000L),
                        Tuple3.of("ulm", 8L, 4_000L),
                        Tuple3.of("bonn", 2L, 60_000L),
                        Tuple3.of("ulm", 12L, 61_000L),
                        Tuple3.of("ulm", 40L, 62_000L))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tuple3<String, Long, Long>>forMonotonousTimestamps()
                                .withTimestampAssigner((scan, before) -> scan.f2));

        BroadcastStream<Tuple2<String, Long>> limits =
                env.fromData(Tuple2.of("ulm", 20L), Tuple2.of("bonn", 30L)).broadcast(LIMITS);
        SingleOutputStreamOperator<String> heavy =
                scans.keyBy(scan -> scan.f0).connect(limits).process(new Heavy());
        heavy.print("heavy");
        heavy.getSideOutput(LIGHT).print("light");

        AsyncDataStream.orderedWait(scans, new Place(), 30, TimeUnit.SECONDS, 3).print("placed");
        AsyncRetryStrategy<String> twice = new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(2, 10L)
                .ifResult(RetryPredicates.EMPTY_RESULT_PREDICATE)
                .build();
        AsyncDataStream.unorderedWaitWithRetry(
                        scans.filter(scan -> scan.f1 > 30), new Place(), 30, TimeUnit.SECONDS, 3, twice)
                .print("placed heavy");

        scans.keyBy(scan -> scan.f0)
                .window(EventTimeSessionWindows.withGap(Duration.ofSeconds(10)))
                .trigger(PurgingTrigger.of(EventTimeTrigger.create()))
                .evictor(CountEvictor.of(2))
                .process(new Burst())
                .print("bursts");

        scans.keyBy(scan -> scan.f0)
                .window(GlobalWindows.create())
                .trigger(DeltaTrigger.of(
                        10,
                        new DeltaFunction<Tuple3<String, Long, Long>>() {
                            @Override
                            public double getDelta(Tuple3<String, Long, Long> last, Tuple3<String, Long, Long> now) {
                                return now.f1 - last.f1;
                            }
                        },
                        scans.getType().createSerializer(env.getConfig().getSerializerConfig())))
                .reduce((a, b) -> b)
                .print("jumps");

        DataStream<Tuple2<Long, String>> bills =
                env.fromData(Tuple2.of(100L, "ulm"), Tuple2.of(250L, "ulm"), Tuple2.of(70L, "bonn"));
        scans.connect(bills).keyBy(0, 1).process(new Billed()).print("billed");

        scans.map(new Numbered()).returns(Types.STRING).print("numbered");
        env.execute("parcels");
    }

    /** Tells at the end which parcels were above the limit of their depot; the others go aside. */
    public static class Heavy
            extends KeyedBroadcastProcessFunction<String, Tuple3<String, Long, Long>, Tuple2<String, Long>, String> {
        private transient ListState<Long> weights;

        @Override
        public void open(OpenContext context) {
            weights = getRuntimeContext().getListState(new ListStateDescriptor<>("weights", Types.LONG));
        }

        @Override
        public void processElement(
                Tuple3<String, Long, Long> scan, ReadOnlyContext context, Collector<String> out) throws Exception {
            weights.add(scan.f1);
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }

        @Override
        public void processBroadcastElement(Tuple2<String, Long> limit, Context context, Collector<String> out)
                throws Exception {
            BroadcastState<String, Long> limits = context.getBroadcastState(LIMITS);
            limits.put(limit.f0, limit.f1);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            long limit = context.getBroadcastState(LIMITS).get(context.getCurrentKey());
            for (long weight : weights.get()) {
                if (weight > limit) {
                    out.collect(context.getCurrentKey() + " " + weight);
                } else {
                    context.output(LIGHT, Tuple2.of(context.getCurrentKey(), weight));
                }
            }
            weights.clear();
        }
    }

    /** Asks where a depot is. */
    public static class Place extends RichAsyncFunction<Tuple3<String, Long, Long>, String> {
        private transient ExecutorService pool;

        @Override
        public void open(OpenContext context) {
            pool = Executors.newFixedThreadPool(2);
        }

        @Override
        public void asyncInvoke(Tuple3<String, Long, Long> scan, ResultFuture<String> result) {
            CompletableFuture.supplyAsync(() -> scan.f0.length() > 3 ? "west" : "south", pool)
                    .thenAccept(place -> result.complete(Collections.singleton(scan.f0 + " " + scan.f1 + " " + place)));
        }

        @Override
        public void timeout(Tuple3<String, Long, Long> scan, ResultFuture<String> result) {
            result.complete(Collections.emptyList());
        }

        @Override
        public void close() {
            pool.shutdown();
        }
    }

    /** The last two weights of a burst. */
    public static class Burst extends ProcessWindowFunction<Tuple3<String, Long, Long>, String, String, TimeWindow> {
        @Override
        public void process(
                String depot, Context context, Iterable<Tuple3<String, Long, Long>> scans, Collector<String> out) {
            List<Long> weights = new ArrayList<>();
            scans.forEach(scan -> weights.add(scan.f1));
            out.collect(depot + " " + weights + " until " + context.window().getEnd());
        }
    }

    /** What a depot has scanned and what was billed to it. */
    public static class Billed
            extends KeyedCoProcessFunction<Tuple, Tuple3<String, Long, Long>, Tuple2<Long, String>, String> {
        private transient ReducingState<Long> cents;
        private transient AggregatingState<Long, String> spread;

        @Override
        public void open(OpenContext context) {
            cents = getRuntimeContext()
                    .getReducingState(new ReducingStateDescriptor<>("cents", (ReduceFunction<Long>) Long::sum, Long.class));
            spread = getRuntimeContext()
                    .getAggregatingState(new AggregatingStateDescriptor<>(
                            "spread", new Spread(), Types.TUPLE(Types.LONG, Types.LONG)));
        }

        @Override
        public void processElement1(Tuple3<String, Long, Long> scan, Context context, Collector<String> out)
                throws Exception {
            spread.add(scan.f1);
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }

        @Override
        public void processElement2(Tuple2<Long, String> bill, Context context, Collector<String> out)
                throws Exception {
            cents.add(bill.f0);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            out.collect(context.getCurrentKey().getField(0) + " " + cents.get() + " for " + spread.get());
        }
    }

    /** From the lightest to the heaviest. */
    public static class Spread implements AggregateFunction<Long, Tuple2<Long, Long>, String> {
        @Override
        public Tuple2<Long, Long> createAccumulator() {
            return Tuple2.of(Long.MAX_VALUE, Long.MIN_VALUE);
        }

        @Override
        public Tuple2<Long, Long> add(Long weight, Tuple2<Long, Long> spread) {
            return Tuple2.of(Math.min(weight, spread.f0), Math.max(weight, spread.f1));
        }

        @Override
        public String getResult(Tuple2<Long, Long> spread) {
            return spread.f0 + " to " + spread.f1;
        }

        @Override
        public Tuple2<Long, Long> merge(Tuple2<Long, Long> a, Tuple2<Long, Long> b) {
            return Tuple2.of(Math.min(a.f0, b.f0), Math.max(a.f1, b.f1));
        }
    }

    /** Numbers the scans, over restarts too. */
    public static class Numbered extends RichMapFunction<Tuple3<String, Long, Long>, String>
            implements CheckpointedFunction {
        private final Map<String, Long> counts = new TreeMap<>();
        private transient ListState<Tuple2<String, Long>> stored;

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            stored = context.getOperatorStateStore()
                    .getListState(new ListStateDescriptor<>("counts", Types.TUPLE(Types.STRING, Types.LONG)));
            if (!context.getOperatorStateStore().getRegisteredStateNames().contains("counts")) {
                throw new IllegalStateException("the list is not there");
            }
            for (Tuple2<String, Long> count : stored.get()) {
                counts.merge(count.f0, count.f1, Long::sum);
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            List<Tuple2<String, Long>> all = new ArrayList<>();
            counts.forEach((depot, count) -> all.add(Tuple2.of(depot, count)));
            stored.update(all);
        }

        @Override
        public String map(Tuple3<String, Long, Long> scan) {
            return scan.f0 + " no. " + counts.merge(scan.f0, 1L, Long::sum);
        }
    }
}
