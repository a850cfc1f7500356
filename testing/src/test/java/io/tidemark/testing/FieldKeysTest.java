package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.DataStream;
import io.tidemark.api.KeyedStream;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.type.Tuple;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.Tuple3;
import io.tidemark.api.type.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys that are fields of records, given by position or by name. */
class FieldKeysTest {
    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

    record Shop(String city, int number) {}

    record Sale(Shop shop, long euros) {}

    /** A POJO. */
    public static class Rent {
        public String city;
        public long euros;

        static Rent of(String city, long euros) {
            Rent rent = new Rent();
            rent.city = city;
            rent.euros = euros;
            return rent;
        }
    }

    /** How many records of both inputs a key has had. */
    private static final class Counting<A, B> extends KeyedCoProcessFunction<Tuple, A, B, String> {
        private static final long serialVersionUID = 1L;
        private transient ReducingState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getReducingState(new ReducingStateDescriptor<>("count", Long::sum, Types.LONG));
        }

        private void count(Tuple key, Collector<String> out) throws Exception {
            count.add(1L);
            out.collect(key + " " + count.get());
        }

        @Override
        public void processElement1(A value, Context context, Collector<String> out) throws Exception {
            count(context.getCurrentKey(), out);
        }

        @Override
        public void processElement2(B value, Context context, Collector<String> out) throws Exception {
            count(context.getCurrentKey(), out);
        }
    }

    private static final class Keys extends KeyedProcessFunction<Tuple, Sale, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Sale sale, Context context, Collector<String> out) {
            out.collect(context.getCurrentKey() + "");
        }
    }

    private TestOutput<String> out(DataStream<String> stream) {
        return harness.output(stream);
    }

    @Test
    void recordsOfTwoStreamsMeetByFieldsAtPositionsWhichNeedNotBeTheSame() {
        TestInput<Tuple2<String, Integer>> first = harness.input(Types.TUPLE(Types.STRING, Types.INT));
        TestInput<Tuple3<Integer, Long, String>> second =
                harness.input(Types.TUPLE(Types.INT, Types.LONG, Types.STRING));
        TestOutput<String> out = out(first.stream()
                .connect(second.stream())
                .keyBy(new int[] {0, 1}, new int[] {2, 0})
                .process(new Counting<>(), Types.STRING));
        first.record(Tuple2.of("a", 1));
        second.record(Tuple3.of(1, 7L, "a"));
        second.record(Tuple3.of(2, 7L, "a"));
        assertThat(out.takeValues()).containsExactly("(a,1) 1", "(a,1) 2", "(a,2) 1");
    }

    @Test
    void recordsOfTwoStreamsMeetByOneFieldOfEither() {
        TestInput<Tuple2<String, Integer>> first = harness.input(Types.TUPLE(Types.STRING, Types.INT));
        TestInput<Tuple2<Integer, String>> second = harness.input(Types.TUPLE(Types.INT, Types.STRING));
        TestOutput<String> out =
                out(first.stream().connect(second.stream()).keyBy(0, 1).process(new Counting<>(), Types.STRING));
        first.record(Tuple2.of("a", 1));
        second.record(Tuple2.of(5, "a"));
        assertThat(out.takeValues()).containsExactly("(a) 1", "(a) 2");
    }

    @Test
    void recordsOfTwoStreamsMeetByFieldsOfTheseNamesAlsoInsideOfOthers() {
        TestInput<Sale> sales = harness.input(Sale.class);
        TestInput<Rent> rents = harness.input(Rent.class);
        TestOutput<String> out = out(sales.stream()
                .connect(rents.stream())
                .keyBy("shop.city", "city")
                .process(new Counting<>(), Types.STRING));
        sales.record(new Sale(new Shop("ulm", 1), 5));
        rents.record(Rent.of("ulm", 900));
        rents.record(Rent.of("bonn", 800));
        assertThat(out.takeValues()).containsExactly("(ulm) 1", "(ulm) 2", "(bonn) 1");
    }

    @Test
    void aFieldOfNothingIsANullOfTheKey() {
        TestInput<Sale> sales = harness.input(Sale.class);
        TestOutput<String> out = out(sales.stream().keyBy("shop.city").process(new Keys()));
        sales.record(new Sale(null, 5));
        assertThat(out.takeValues()).containsExactly("(null)");
    }

    @Test
    void oneStreamIsKeyedByPositionsToo() {
        TestInput<Tuple2<String, Integer>> input = harness.input(Types.TUPLE(Types.STRING, Types.INT));
        TestOutput<Tuple2<String, Integer>> out =
                harness.output(input.stream().keyBy(0).sum(1));
        input.record(Tuple2.of("a", 1));
        input.record(Tuple2.of("b", 2));
        input.record(Tuple2.of("a", 3));
        assertThat(out.takeValues()).containsExactly(Tuple2.of("a", 1), Tuple2.of("b", 2), Tuple2.of("a", 4));
    }

    @Test
    void ofSeveralRecordsWithTheLargestFieldOfAKeyItIsTheFirstOrTheLast() {
        TestInput<Tuple2<Integer, String>> input = harness.input(Types.TUPLE(Types.INT, Types.STRING));
        KeyedStream<Tuple2<Integer, String>, Integer> all = input.stream().keyBy(record -> 0);
        TestOutput<Tuple2<Integer, String>> first = harness.output(all.maxBy(0));
        TestOutput<Tuple2<Integer, String>> last = harness.output(all.maxBy("f0", false));
        TestOutput<Tuple2<Integer, String>> least = harness.output(all.minBy(0, false));
        input.record(Tuple2.of(1, "a"));
        input.record(Tuple2.of(1, "b"));
        input.record(Tuple2.of(0, "c"));
        assertThat(first.takeValues().stream().map(record -> record.f1)).containsExactly("a", "a", "a");
        assertThat(last.takeValues().stream().map(record -> record.f1)).containsExactly("a", "b", "b");
        assertThat(least.takeValues().stream().map(record -> record.f1)).containsExactly("a", "b", "c");
    }

    @Test
    void fieldsOfTwoTypesAreRefusedWithBoth() {
        TestInput<Sale> sales = harness.input(Sale.class);
        TestInput<Rent> rents = harness.input(Rent.class);
        assertThatThrownBy(() -> sales.stream().connect(rents.stream()).keyBy("shop.number", "city"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("keyBy (FieldKeysTest.java:")
                .hasMessageContaining("Tuple1<Integer>")
                .hasMessageContaining("Tuple1<String>");
    }

    @Test
    void aFieldThatIsNotThereIsRefusedNamingTheNearest() {
        TestInput<Rent> rents = harness.input(Rent.class);
        assertThatThrownBy(() -> rents.stream().keyBy("citi"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("keyBy (FieldKeysTest.java:")
                .hasMessageContaining("has no field citi; did you mean city?");
    }

    @Test
    void onlyTuplesHavePositions() {
        TestInput<Rent> rents = harness.input(Rent.class);
        assertThatThrownBy(() -> rents.stream().keyBy(0))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("only fields of tuples have positions, and the records are of type Rent");
    }
}
