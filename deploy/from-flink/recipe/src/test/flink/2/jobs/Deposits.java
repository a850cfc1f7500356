package jobs;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.Collector;

/** Adds deposits up by the hour, and lists the accounts that each owner has paid into. */
public class Deposits {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        WatermarkStrategy<Deposit> watermarks = WatermarkStrategy.<Deposit>forMonotonousTimestamps()
                .withTimestampAssigner((deposit, before) -> deposit.timeMs);
        DataStream<Deposit> branch = env.fromData("ann,giro,10,0;bob,giro,5,60000", "ann,safe,7,3600000")
                .flatMap(new Lines())
                .assignTimestampsAndWatermarks(watermarks);
        DataStream<Deposit> online = env.fromData(List.of("ann,giro,1,1800000"))
                .flatMap(new Lines())
                .filter(deposit -> deposit.amount > 0)
                .assignTimestampsAndWatermarks(watermarks);
        DataStream<Deposit> all = branch.union(online);

        all.map(deposit -> Tuple3.of(deposit.owner, deposit.amount, deposit.timeMs))
                .returns(TypeInformation.of(new TypeHint<Tuple3<String, Long, Long>>() {}))
                .keyBy(deposit -> deposit.f0, new TypeHint<String>() {}.getTypeInfo())
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .reduce((a, b) -> Tuple3.of(a.f0, a.f1 + b.f1, 0L))
                .process(new ProcessFunction<Tuple3<String, Long, Long>, String>() {
                    @Override
                    public void processElement(
                            Tuple3<String, Long, Long> sum, Context context, Collector<String> out) {
                        out.collect(sum.f0 + " " + sum.f1 + " until " + context.timestamp());
                    }
                })
                .print("hours");

        all.keyBy(deposit -> deposit.owner).process(new Accounts()).print("accounts");
        env.execute("deposits");
    }

    public static class Deposit {
        public String owner;
        public String account;
        public long amount;
        public long timeMs;
    }

    public static class Lines extends RichFlatMapFunction<String, Deposit> {
        private transient int opened;

        @Override
        public void open(OpenContext context) {
            opened++;
        }

        @Override
        public void flatMap(String lines, Collector<Deposit> out) {
            for (String line : lines.split(";")) {
                String[] cells = line.split(",");
                Deposit deposit = new Deposit();
                deposit.owner = cells[0];
                deposit.account = cells[1];
                deposit.amount = Long.parseLong(cells[2]) * opened;
                deposit.timeMs = Long.parseLong(cells[3]);
                out.collect(deposit);
            }
        }
    }

    public static class Accounts extends KeyedProcessFunction<String, Deposit, String> {
        private transient MapState<String, Long> paid;
        private transient ListState<Long> times;

        @Override
        public void open(OpenContext context) {
            paid = getRuntimeContext().getMapState(new MapStateDescriptor<>("paid", String.class, Long.class));
            times = getRuntimeContext().getListState(new ListStateDescriptor<>("times", Long.class));
        }

        @Override
        public void processElement(Deposit deposit, Context context, Collector<String> out) throws Exception {
            Long before = paid.get(deposit.account);
            paid.put(deposit.account, (before == null ? 0 : before) + deposit.amount);
            times.add(deposit.timeMs);
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            long first = Long.MAX_VALUE;
            for (long time : times.get()) {
                first = Math.min(first, time);
            }
            for (String account : new java.util.TreeSet<>(keys())) {
                out.collect(context.getCurrentKey() + " paid " + paid.get(account) + " into " + account + " from " + first);
            }
        }

        private List<String> keys() throws Exception {
            List<String> keys = new java.util.ArrayList<>();
            paid.keys().forEach(keys::add);
            return keys;
        }
    }
}
