package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.ContinuousEventTimeTrigger;
import io.tidemark.api.window.CumulatingEventTimeWindows;
import io.tidemark.api.window.DeltaTrigger;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.GlobalWindows;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeEvictor;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.testing.Element;
import io.tidemark.testing.StreamHarness;
import io.tidemark.testing.TestInput;
import io.tidemark.testing.TestOutput;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/windows.md, run. */
class WindowExamples {
    record Sale(String shop, int euros) {}

    record ShopTotal(String shop, long startMs, long euros) {}

    private static final long HOUR_MS = Duration.ofHours(1).toMillis();

    private final StreamHarness harness = StreamHarness.create();
    private final TestInput<Sale> input = harness.input(Sale.class);
    private final DataStream<Sale> sales = input.stream();

    @AfterEach
    void close() {
        harness.close();
    }

    private void sale(String shop, int euros, long timestampMs) {
        input.record(new Sale(shop, euros), timestampMs);
    }

    @Test
    void tumbling() {
        DataStream<Sale> hours = sales.keyBy(Sale::shop)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .reduce((a, b) -> new Sale(a.shop(), a.euros() + b.euros()));

        TestOutput<Sale> out = harness.output(hours);
        sale("ulm", 3, 0);
        sale("ulm", 4, HOUR_MS - 1);
        sale("ulm", 5, HOUR_MS);
        input.watermark(HOUR_MS - 1);
        assertThat(out.takeRecords()).containsExactly(Element.record(new Sale("ulm", 7), HOUR_MS - 1));
    }

    static final class Euros implements AggregateFunction<Sale, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Sale sale, Long sum) {
            return sum + sale.euros();
        }

        @Override
        public Long getResult(Long sum) {
            return sum;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    static final class WithShopAndStart extends ProcessWindowFunction<Long, ShopTotal, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(String shop, Context context, Iterable<Long> sums, Collector<ShopTotal> out) {
            out.collect(new ShopTotal(
                    shop, context.window().getStart(), sums.iterator().next()));
        }
    }

    @Test
    void aggregatedWithTheWindow() {
        DataStream<ShopTotal> totals = sales.keyBy(Sale::shop)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .aggregate(new Euros(), new WithShopAndStart());

        TestOutput<ShopTotal> out = harness.output(totals);
        sale("ulm", 3, HOUR_MS);
        input.watermark(2 * HOUR_MS);
        assertThat(out.takeValues()).containsExactly(new ShopTotal("ulm", HOUR_MS, 3));
    }

    @Test
    void sliding() {
        DataStream<ShopTotal> lastHours = sales.keyBy(Sale::shop)
                .window(SlidingEventTimeWindows.of(Duration.ofHours(2), Duration.ofHours(1)))
                .aggregate(new Euros(), new WithShopAndStart());

        TestOutput<ShopTotal> out = harness.output(lastHours);
        sale("ulm", 3, 0);
        sale("ulm", 4, HOUR_MS);
        input.watermark(3 * HOUR_MS);
        assertThat(out.takeValues())
                .containsExactly(
                        new ShopTotal("ulm", -HOUR_MS, 3),
                        new ShopTotal("ulm", 0, 7),
                        new ShopTotal("ulm", HOUR_MS, 4));
    }

    @Test
    void cumulating() {
        DataStream<ShopTotal> soFar = sales.keyBy(Sale::shop)
                .window(CumulatingEventTimeWindows.of(Duration.ofHours(3), Duration.ofHours(1)))
                .aggregate(new Euros(), new WithShopAndStart());

        TestOutput<ShopTotal> out = harness.output(soFar);
        sale("ulm", 3, 0);
        sale("ulm", 4, HOUR_MS);
        input.watermark(3 * HOUR_MS);
        assertThat(out.takeValues())
                .containsExactly(new ShopTotal("ulm", 0, 3), new ShopTotal("ulm", 0, 7), new ShopTotal("ulm", 0, 7));
    }

    @Test
    void daysOfAZone() {
        DataStream<ShopTotal> days = sales.keyBy(Sale::shop)
                .window(TumblingEventTimeWindows.of(Duration.ofDays(1)).inZone(ZoneId.of("Europe/Berlin")))
                .aggregate(new Euros(), new WithShopAndStart());

        TestOutput<ShopTotal> out = harness.output(days);
        long midnight = Instant.parse("2026-10-24T22:00:00Z").toEpochMilli();
        sale("ulm", 3, midnight);
        // The clocks go back that night, so the day has 25 hours.
        sale("ulm", 4, midnight + 25 * HOUR_MS - 1);
        input.watermark(midnight + 25 * HOUR_MS);
        assertThat(out.takeValues()).containsExactly(new ShopTotal("ulm", midnight, 7));
    }

    @Test
    void sessions() {
        DataStream<ShopTotal> visits = sales.keyBy(Sale::shop)
                .window(EventTimeSessionWindows.withGap(Duration.ofHours(1)))
                .aggregate(new Euros(), new WithShopAndStart());

        TestOutput<ShopTotal> out = harness.output(visits);
        sale("ulm", 3, 0);
        sale("ulm", 5, 2 * HOUR_MS);
        sale("ulm", 4, HOUR_MS);
        input.watermark(4 * HOUR_MS);
        assertThat(out.takeValues()).containsExactly(new ShopTotal("ulm", 0, 12));
    }

    @Test
    void lateRecords() {
        OutputTag<Sale> tooLate = new OutputTag<>("too-late") {};
        SingleOutputStreamOperator<ShopTotal> totals = sales.keyBy(Sale::shop)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .allowedLateness(Duration.ofMinutes(10))
                .sideOutputLateData(tooLate)
                .aggregate(new Euros(), new WithShopAndStart());
        DataStream<Sale> late = totals.getSideOutput(tooLate);

        TestOutput<ShopTotal> out = harness.output(totals);
        TestOutput<Sale> aside = harness.output(late);
        sale("ulm", 3, 0);
        input.watermark(HOUR_MS);
        sale("ulm", 4, 1);
        assertThat(out.takeValues()).containsExactly(new ShopTotal("ulm", 0, 3), new ShopTotal("ulm", 0, 7));
        input.watermark(2 * HOUR_MS);
        sale("ulm", 5, 2);
        assertThat(out.takeValues()).isEmpty();
        assertThat(aside.takeValues()).containsExactly(new Sale("ulm", 5));
    }

    @Test
    void earlyResults() {
        DataStream<ShopTotal> soFar = sales.keyBy(Sale::shop)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .trigger(ContinuousEventTimeTrigger.of(Duration.ofMinutes(15)))
                .aggregate(new Euros(), new WithShopAndStart());

        TestOutput<ShopTotal> out = harness.output(soFar);
        sale("ulm", 3, 0);
        input.watermark(HOUR_MS / 4);
        assertThat(out.takeValues()).containsExactly(new ShopTotal("ulm", 0, 3));
        sale("ulm", 4, HOUR_MS / 2);
        input.watermark(HOUR_MS - 1);
        assertThat(out.takeValues()).endsWith(new ShopTotal("ulm", 0, 7));
    }

    @Test
    void deltas() {
        DataStream<Sale> jumps = sales.keyBy(Sale::shop)
                .window(GlobalWindows.create())
                .trigger(DeltaTrigger.of(
                        100, (Sale last, Sale sale) -> sale.euros() - last.euros(), Types.RECORD(Sale.class)))
                .reduce((a, b) -> b);

        TestOutput<Sale> out = harness.output(jumps);
        sale("ulm", 10, 1);
        sale("ulm", 110, 2);
        assertThat(out.takeValues()).isEmpty();
        sale("ulm", 111, 3);
        assertThat(out.takeValues()).containsExactly(new Sale("ulm", 111));
        sale("ulm", 200, 4);
        sale("ulm", 212, 5);
        assertThat(out.takeValues()).containsExactly(new Sale("ulm", 212));
    }

    @Test
    void evictors() {
        DataStream<Sale> newest = sales.keyBy(Sale::shop)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .evictor(TimeEvictor.of(Duration.ofMinutes(1)))
                .reduce((a, b) -> new Sale(a.shop(), a.euros() + b.euros()));

        TestOutput<Sale> out = harness.output(newest);
        sale("ulm", 3, 0);
        sale("ulm", 4, HOUR_MS - 2);
        sale("ulm", 5, HOUR_MS - 1);
        input.watermark(HOUR_MS);
        assertThat(out.takeValues()).containsExactly(new Sale("ulm", 9));
    }
}
