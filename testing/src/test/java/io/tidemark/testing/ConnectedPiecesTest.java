package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.function.NonPartitionedContext;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.LongWatermark;
import io.tidemark.api.watermark.LongWatermarkDeclaration;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The kit with functions of two inputs, with broadcast rules and with watermarks that a job declares. */
class ConnectedPiecesTest {
    private static final MapStateDescriptor<String, Boolean> BANNED =
            new MapStateDescriptor<>("banned", Types.STRING, Types.BOOLEAN);
    private static final LongWatermarkDeclaration BATCH = WatermarkDeclarations.newBuilder("batch")
            .typeLong()
            .combineFunctionMin()
            .combineWaitForAllChannels(true)
            .build();

    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

    /** Gives each order the newest price of its article. */
    private static final class Priced extends KeyedCoProcessFunction<String, String, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<String> price;

        @Override
        public void open(OpenContext context) {
            price = getRuntimeContext().getState(new ValueStateDescriptor<>("price", Types.STRING));
        }

        @Override
        public void processElement1(String order, Context context, Collector<String> out) throws Exception {
            out.collect(order + " for " + price.value());
        }

        @Override
        public void processElement2(String news, Context context, Collector<String> out) throws Exception {
            price.update(news.split("=")[1]);
        }
    }

    /** Lets pass who is not banned. */
    private static final class Door extends BroadcastProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String guest, ReadOnlyContext context, Collector<String> out) throws Exception {
            if (!context.getBroadcastState(BANNED).contains(guest)) {
                out.collect(guest);
            }
        }

        @Override
        public void processBroadcastElement(String banned, Context context, Collector<String> out) throws Exception {
            context.getBroadcastState(BANNED).put(banned, true);
        }
    }

    /** Says how far the batches are. */
    private static final class Batches implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Set<? extends WatermarkDeclaration> declareWatermarks() {
            return Set.of(BATCH);
        }

        @Override
        public void processRecord(String record, Collector<String> out, PartitionedContext<String> context) {
            out.collect(record);
        }

        @Override
        public WatermarkHandlingResult onWatermark(
                Watermark watermark, Collector<String> out, NonPartitionedContext<String> context) {
            out.collect("batch " + ((LongWatermark) watermark).getValue());
            return WatermarkHandlingResult.PEEK;
        }
    }

    @Test
    void eachInputOfAFunctionIsFilledByItself() {
        TestInput<String> orders = harness.input(String.class);
        TestInput<String> prices = harness.input(String.class);
        TestOutput<String> priced = harness.output(orders.stream()
                .keyBy(order -> order, Types.STRING)
                .connect(prices.stream().keyBy(news -> news.split("=")[0], Types.STRING))
                .process(new Priced()));

        orders.record("tea", 1);
        prices.record("tea=3", 2);
        orders.record("tea", 3);
        prices.watermark(5);
        assertThat(priced.take()).containsExactly(Element.record("tea for null", 1), Element.record("tea for 3", 3));
        orders.watermark(9);
        assertThat(priced.take()).containsExactly(Element.watermark(5));
    }

    @Test
    void broadcastRulesAreTheSameAtAnyParallelism() {
        TestInput<String> guests = harness.input(String.class);
        TestInput<String> rules = harness.input(String.class);
        TestOutput<String> inside = harness.output(
                guests.stream().connect(rules.stream().broadcast(BANNED)).process(new Door()));

        rules.record("bob");
        guests.record("ann").record("bob");
        assertThat(inside.takeValues()).containsExactly("ann");

        harness.restore(harness.snapshot(), 3);
        guests.record("bob").record("bob").record("bob").record("cat");
        assertThat(inside.takeValues()).containsExactly("cat");
    }

    @Test
    void watermarksThatTheJobDeclaresAreCombinedAndGoOn() {
        TestInput<String> records = harness.input(Types.STRING, 2);
        TestOutput<String> out = harness.output(records.stream().process(new Batches()));

        records.channel(0).watermark(BATCH.newWatermark(8));
        records.channel(1).watermark(BATCH.newWatermark(3)).record("a");

        assertThat(out.take())
                .containsExactly(
                        Element.record("batch 3"), Element.watermark(BATCH.newWatermark(3)), Element.record("a"));
    }
}
