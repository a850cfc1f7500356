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
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.testing.Element;
import io.tidemark.testing.StreamHarness;
import io.tidemark.testing.TestInput;
import io.tidemark.testing.TestOutput;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/process-functions.md, run. */
class ProcessFunctionExamples {
    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

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
        TestInput<String> input = harness.input(String.class);
        SingleOutputStreamOperator<Reading> split = input.stream().process(new SplitReadings());
        TestOutput<Reading> well = harness.output(split);
        TestOutput<String> aside = harness.output(split.getSideOutput(SplitReadings.MALFORMED));
        input.record("s1 20.5", 1).record("nonsense", 2);
        assertThat(well.take()).containsExactly(Element.record(new Reading("s1", 20.5), 1));
        assertThat(aside.take()).containsExactly(Element.record("nonsense", 2));
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
        TestInput<Reading> readings = harness.input(Reading.class);
        TestOutput<String> alarms =
                harness.output(readings.stream().keyBy(Reading::sensor).process(new Silence()));
        readings.record(new Reading("s1", 20), 1_000).record(new Reading("s1", 21), 31_000);
        readings.watermark(90_999).watermark(91_000);
        assertThat(alarms.take())
                .containsExactly(
                        Element.watermark(90_999), Element.record("s1 is silent", 91_000), Element.watermark(91_000));
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
        TestInput<Reading> readings = harness.input(Reading.class);
        TestOutput<Long> counts =
                harness.output(readings.stream().keyBy(Reading::sensor).process(new EveryTenSeconds()));
        readings.record(new Reading("s1", 20), 1).record(new Reading("s1", 21), 2);
        harness.processingTime(10_001);
        readings.record(new Reading("s1", 22), 3).end();
        assertThat(counts.take())
                .containsExactly(
                        Element.record(2L), Element.watermark(Long.MAX_VALUE), Element.record(1L), Element.end());
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
        TestInput<Payment> paid = harness.input(Payment.class);
        TestInput<Limit> changes = harness.input(Limit.class);
        TestOutput<Payment> over = harness.output(paid.stream()
                .connect(changes.stream())
                .keyBy(Payment::account, Limit::account)
                .process(new OverLimit()));
        paid.record(new Payment("a", "p1", 500), 1);
        changes.record(new Limit("a", 100), 2);
        paid.record(new Payment("a", "p2", 500), 3).record(new Payment("a", "p3", 50), 4);
        assertThat(over.take()).containsExactly(Element.record(new Payment("a", "p2", 500), 3));
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
        TestInput<Payment> paid = harness.input(Payment.class);
        TestInput<Rule> changes = harness.input(Rule.class);
        TestOutput<String> said = harness.output(
                paid.stream().connect(changes.stream().broadcast(RULES)).process(new BrokenRules()));
        paid.record(new Payment("a", "p1", 500), 1);
        changes.record(new Rule("large", 100), 2);
        paid.record(new Payment("a", "p2", 500), 3);
        assertThat(said.take()).containsExactly(Element.record("p2 breaks large", 3));
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
        TestInput<Payment> paid = harness.input(Payment.class);
        TestInput<Rule> changes = harness.input(Rule.class);
        TestOutput<String> said = harness.output(paid.stream()
                .keyBy(Payment::account)
                .connect(changes.stream().broadcast(RULES))
                .process(new Spending()));
        paid.record(new Payment("a", "p1", 60), 1)
                .record(new Payment("a", "p2", 60), 2)
                .record(new Payment("b", "p3", 60), 3);
        changes.record(new Rule("large", 100), 4);
        assertThat(said.take()).containsExactly(Element.record("a breaks large", 4));
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
        TestInput<Order> placed = harness.input(Order.class);
        TestInput<Payment> made = harness.input(Payment.class);
        TestOutput<String> said = harness.output(placed.stream()
                .keyBy(Order::id)
                .intervalJoin(made.stream().keyBy(Payment::id))
                .between(Duration.ZERO, Duration.ofHours(1))
                .process(new Paid()));
        placed.record(new Order("p1", 500), 1_000);
        made.record(new Payment("a", "p1", 500), 3_000);
        assertThat(said.take()).containsExactly(Element.record("p1 was paid after 2000 ms", 3_000));
    }
}
