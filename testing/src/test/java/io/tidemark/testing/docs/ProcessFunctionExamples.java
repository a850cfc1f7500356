package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EndOfInputPolicy;
import io.tidemark.api.function.KeyedBroadcastProcessFunction;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.testing.OperatorHarness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of docs/process-functions.md, run. */
class ProcessFunctionExamples {
    record Reading(String sensor, double celsius) {}

    static final class SplitReadings extends ProcessFunction<String, Reading> {
        private static final long serialVersionUID = 1L;
        static final OutputTag<String> MALFORMED = new OutputTag<>("malformed", Types.STRING);

        @Override
        public void processElement(String line, Context ctx, Collector<Reading> out) {
            String[] parts = line.split(" ");
            if (parts.length == 2) {
                out.collect(new Reading(parts[0], Double.parseDouble(parts[1])));
            } else {
                ctx.output(MALFORMED, line);
            }
        }
    }

    @Test
    void sideOutputs() {
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.ProcessSpec(new SplitReadings()))
                .sideOutputs(SplitReadings.MALFORMED)
                .open()) {
            harness.record("s1 20.5", 1);
            harness.record("nonsense", 2);
            assertThat(harness.take()).containsExactly("Reading[sensor=s1, celsius=20.5]@1");
            assertThat(harness.take(SplitReadings.MALFORMED)).containsExactly("nonsense@2");
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<String> lines = env.fromData("s1 20.5", "nonsense");
        SingleOutputStreamOperator<Reading> readings = lines.process(new SplitReadings());
        DataStream<String> malformed = readings.getSideOutput(SplitReadings.MALFORMED);
        readings.print("reading");
        malformed.print("malformed");
        assertThat(env.buildPlan("side outputs").nodes()).hasSizeGreaterThan(3);
    }

    /** Says once that a sensor has been silent for a minute. */
    static final class Silence extends KeyedProcessFunction<String, Reading, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Reading reading, Context ctx, Collector<String> out) {
            ctx.timerService().setEventTimeTimer("silent", ctx.timestamp() + 60_000);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
            out.collect(ctx.getCurrentKey() + " is " + ctx.timerName());
        }
    }

    @Test
    void namedTimers() {
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(new Silence()))
                .keyedBy(Reading::sensor, Types.STRING)
                .open()) {
            harness.record(new Reading("s1", 20), 1_000);
            harness.record(new Reading("s1", 21), 31_000);
            harness.watermark(90_999);
            harness.watermark(91_000);
            assertThat(harness.take()).containsExactly("WM(90999)", "s1 is silent@91000", "WM(91000)");
        }
    }

    /** Emits what a sensor has had once in so many milliseconds by the wall clock, and the rest when the input ends. */
    static final class EveryTenSeconds extends KeyedProcessFunction<String, Reading, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public EndOfInputPolicy endOfInputPolicy() {
            return EndOfInputPolicy.FIRE_NOW;
        }

        @Override
        public void processElement(Reading reading, Context ctx, Collector<Long> out) throws Exception {
            if (count.value() == null) {
                ctx.timerService()
                        .registerProcessingTimeTimer(ctx.timerService().currentProcessingTime() + 10_000);
                count.update(0L);
            }
            count.update(count.value() + 1);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Long> out) throws Exception {
            out.collect(count.value());
            count.clear();
        }
    }

    @Test
    void endOfInput() {
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(new EveryTenSeconds()))
                .keyedBy(Reading::sensor, Types.STRING)
                .open()) {
            harness.record(new Reading("s1", 20), 1);
            harness.record(new Reading("s1", 21), 2);
            harness.processingTime(10_001);
            harness.record(new Reading("s1", 22), 3);
            harness.end();
            assertThat(harness.take()).containsExactly("2@none", "WM(MAX)", "1@none", "END");
        }
    }

    record Payment(String account, String id, long cents) {}

    record Limit(String account, long cents) {}

    /** Payments above what is allowed for the account; those of an account without a limit are let through. */
    static final class OverLimit extends KeyedCoProcessFunction<String, Payment, Limit, Payment> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> limit;

        @Override
        public void open(OpenContext context) {
            limit = getRuntimeContext().getState(new ValueStateDescriptor<>("limit", Types.LONG));
        }

        @Override
        public void processElement1(Payment payment, Context ctx, Collector<Payment> out) throws Exception {
            if (limit.value() != null && payment.cents() > limit.value()) {
                out.collect(payment);
            }
        }

        @Override
        public void processElement2(Limit change, Context ctx, Collector<Payment> out) throws Exception {
            limit.update(change.cents());
        }
    }

    @Test
    void connectedStreams() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Payment> payments = env.fromData(new Payment("a", "p1", 500));
        DataStream<Limit> limits = env.fromData(new Limit("a", 100));
        DataStream<Payment> tooMuch =
                payments.connect(limits).keyBy(Payment::account, Limit::account).process(new OverLimit());
        tooMuch.print();
        assertThat(env.buildPlan("connected").nodes()).isNotEmpty();
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.ConnectSpec(new OverLimit(), List.of()))
                .keyedBy(record -> "a", Types.STRING)
                .channels(1, 1)
                .open()) {
            harness.record(0, 0, new Payment("a", "p1", 500), 1);
            harness.record(1, 0, new Limit("a", 100), 2);
            harness.record(0, 0, new Payment("a", "p2", 500), 3);
            harness.record(0, 0, new Payment("a", "p3", 50), 4);
            assertThat(harness.take()).containsExactly("Payment[account=a, id=p2, cents=500]@3");
        }
    }

    record Rule(String name, long atLeastCents) {}

    static final MapStateDescriptor<String, Rule> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.RECORD(Rule.class));

    /** Says which rules a payment breaks; rules may come and change while the job runs. */
    static final class BrokenRules extends BroadcastProcessFunction<Payment, Rule, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Payment payment, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            for (Map.Entry<String, Rule> rule : ctx.getBroadcastState(RULES).immutableEntries()) {
                if (payment.cents() >= rule.getValue().atLeastCents()) {
                    out.collect(payment.id() + " breaks " + rule.getKey());
                }
            }
        }

        @Override
        public void processBroadcastElement(Rule rule, Context ctx, Collector<String> out) throws Exception {
            ctx.getBroadcastState(RULES).put(rule.name(), rule);
        }
    }

    @Test
    void broadcast() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Payment> payments = env.fromData(new Payment("a", "p1", 500));
        DataStream<Rule> rules = env.fromData(new Rule("large", 100));
        DataStream<String> broken = payments.connect(rules.broadcast(RULES)).process(new BrokenRules());
        broken.print();
        assertThat(env.buildPlan("broadcast").nodes()).isNotEmpty();
        try (OperatorHarness harness = OperatorHarness.of(
                        new OperatorSpec.ConnectSpec(new BrokenRules(), List.of(RULES)))
                .channels(1, 1)
                .open()) {
            harness.record(0, 0, new Payment("a", "p1", 500), 1);
            harness.record(1, 0, new Rule("large", 100), 2);
            harness.record(0, 0, new Payment("a", "p2", 500), 3);
            assertThat(harness.take()).containsExactly("p2 breaks large@3");
        }
    }

    static final ValueStateDescriptor<Long> SPENT = new ValueStateDescriptor<>("spent", Types.LONG);

    /** Adds up what each account has spent; a rule that comes is applied at once to all that was spent before. */
    static final class Spending extends KeyedBroadcastProcessFunction<String, Payment, Rule, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Payment payment, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            ValueState<Long> spent = getRuntimeContext().getState(SPENT);
            spent.update((spent.value() == null ? 0 : spent.value()) + payment.cents());
        }

        @Override
        public void processBroadcastElement(Rule rule, Context ctx, Collector<String> out) throws Exception {
            ctx.applyToKeyedState(SPENT, (account, spent) -> {
                if (spent.value() >= rule.atLeastCents()) {
                    out.collect(account + " breaks " + rule.name());
                }
            });
        }
    }

    @Test
    void keyedBroadcast() {
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.ConnectSpec(new Spending(), List.of(RULES)))
                .keyedBy(Payment::account, Types.STRING)
                .unkeyedInputs(1)
                .channels(1, 1)
                .open()) {
            harness.record(0, 0, new Payment("a", "p1", 60), 1);
            harness.record(0, 0, new Payment("a", "p2", 60), 2);
            harness.record(0, 0, new Payment("b", "p3", 60), 3);
            harness.record(1, 0, new Rule("large", 100), 4);
            assertThat(harness.take()).containsExactly("a breaks large@4");
        }
    }

    record Order(String id, long cents) {}

    /** An order with a payment that came at most an hour after it. */
    static final class Paid extends ProcessJoinFunction<Order, Payment, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Order order, Payment payment, Context ctx, Collector<String> out) {
            long afterMs = ctx.getRightTimestamp() - ctx.getLeftTimestamp();
            out.collect(order.id() + " was paid after " + afterMs + " ms");
        }
    }

    @Test
    void intervalJoin() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        OutputTag<Payment> late = new OutputTag<>("late", Types.RECORD(Payment.class));
        DataStream<Order> orders = env.fromData(new Order("p1", 500));
        DataStream<Payment> payments = env.fromData(new Payment("a", "p1", 500));
        SingleOutputStreamOperator<String> paid = orders.keyBy(Order::id)
                .intervalJoin(payments.keyBy(Payment::id))
                .between(Duration.ZERO, Duration.ofHours(1))
                .sideOutputRightLateData(late)
                .process(new Paid());
        paid.print();
        assertThat(env.buildPlan("join").nodes()).isNotEmpty();
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.IntervalJoinSpec(
                        new Paid(),
                        0,
                        3_600_000,
                        Types.RECORD(Order.class).createSerializer(),
                        Types.RECORD(Payment.class).createSerializer(),
                        null,
                        null))
                .keyedBy(record -> record instanceof Order order ? order.id() : ((Payment) record).id(), Types.STRING)
                .channels(1, 1)
                .open()) {
            harness.record(0, 0, new Order("p1", 500), 1_000);
            harness.record(1, 0, new Payment("a", "p1", 500), 3_000);
            assertThat(harness.take()).containsExactly("p1 was paid after 2000 ms@3000");
        }
    }
}
