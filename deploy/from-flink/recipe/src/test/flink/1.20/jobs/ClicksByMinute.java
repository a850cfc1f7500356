package jobs;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

import java.time.Duration;

/** Counts clicks by the minute, finds users who went quiet, and sends bots aside. */
public class ClicksByMinute {
    private static final OutputTag<String> BOTS = new OutputTag<String>("bots") {};

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataStream<Tuple2<String, Long>> clicks = env.fromElements(
                        "ann 1000", "bob 2000", "bot 2500", "ann 61000", "bob 61500", "ann 62000", "cat 130000")
                .map(new Parse())
                .returns(Types.TUPLE(Types.STRING, Types.LONG))
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Tuple2<String, Long>>forBoundedOutOfOrderness(Duration.ofSeconds(5))
                                .withTimestampAssigner((click, before) -> click.f1));

        clicks.keyBy(click -> click.f0)
                .window(TumblingEventTimeWindows.of(Time.minutes(1)))
                .aggregate(new Count(), new WithMinute())
                .uid("minutes")
                .print("minutes");

        SingleOutputStreamOperator<String> quiet =
                clicks.keyBy(click -> click.f0).process(new Quiet()).uid("quiet").name("quiet");
        quiet.print("quiet");
        quiet.getSideOutput(BOTS).print("bots");
        env.execute("clicks by minute");
    }

    public static class Parse extends RichMapFunction<String, Tuple2<String, Long>> {
        private transient String separator;

        @Override
        public void open(Configuration parameters) throws Exception {
            super.open(parameters);
            separator = " ";
        }

        @Override
        public Tuple2<String, Long> map(String line) {
            String[] cells = line.split(separator);
            return Tuple2.of(cells[0], Long.parseLong(cells[1]));
        }
    }

    public static class Count implements AggregateFunction<Tuple2<String, Long>, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Tuple2<String, Long> click, Long count) {
            return count + 1;
        }

        @Override
        public Long getResult(Long count) {
            return count;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    public static class WithMinute extends ProcessWindowFunction<Long, String, String, TimeWindow> {
        @Override
        public void process(String user, Context context, Iterable<Long> counts, Collector<String> out) {
            out.collect(user + " " + context.window().getStart() + " " + counts.iterator().next());
        }
    }

    public static class Quiet extends KeyedProcessFunction<String, Tuple2<String, Long>, String> {
        private static final long QUIET_MS = Time.seconds(30).toMilliseconds();

        private transient ValueState<Long> last;

        @Override
        public void open(Configuration parameters) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Long.class));
        }

        @Override
        public void processElement(Tuple2<String, Long> click, Context context, Collector<String> out)
                throws Exception {
            if (click.f0.equals("bot")) {
                context.output(BOTS, click.f0 + "@" + click.f1);
                return;
            }
            last.update(click.f1);
            context.timerService().registerEventTimeTimer(click.f1 + QUIET_MS);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            if (last.value() + QUIET_MS == timestamp) {
                out.collect(context.getCurrentKey() + " quiet at " + timestamp);
            }
        }
    }
}
