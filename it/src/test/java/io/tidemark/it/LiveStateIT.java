package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.plain.PlainReader;
import io.tidemark.connector.datagen.DatagenSource;
import io.tidemark.connector.print.PrintSink;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.network.proto.GetStateRequest;
import io.tidemark.network.proto.KeyText;
import io.tidemark.network.proto.LiveState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Keyed state of a job that runs on two workers, looked at while it counts. */
class LiveStateIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int KEYS = 10;

    private static final class Count extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
        }
    }

    private static GetStateRequest ask(String job, String operator, String state, String key) {
        return GetStateRequest.newBuilder()
                .setJobId(job)
                .setOperator(operator)
                .setState(state)
                .setKey(KeyText.newBuilder().setText(key))
                .build();
    }

    private static Object read(ByteString schema, ByteString value) {
        return PlainReader.of(SerializerSnapshot.readFrom(new BinaryReader(schema.toByteArray())))
                .read(value.toByteArray());
    }

    private static long count(LocalCluster cluster, String job, int key) {
        LiveState state = cluster.client().state(ask(job, "counter", "count", Integer.toString(key)));
        assertThat(read(state.getKeySchema(), state.getKey())).isEqualTo((long) key);
        return state.getEntriesCount() == 0
                ? 0
                : (Long) read(
                        state.getSchemasOrThrow("value"), state.getEntries(0).getValue());
    }

    @Test
    void everyKeyIsFoundOnItsWorkerAndItsCountGrows() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.fromSource(
                        DatagenSource.unbounded(number -> number).withRatePerSecond(2_000),
                        WatermarkStrategy.<Long>noWatermarks(),
                        "numbers")
                .keyBy(number -> number % KEYS)
                .process(new Count())
                .uid("counter")
                .sinkTo(PrintSink.create());
        try (LocalCluster cluster = LocalCluster.start(2, 1)) {
            String job = cluster.submit(env.buildPlan("counts")).jobId();
            await().atMost(LIMIT)
                    .until(() ->
                            cluster.client().job(job).getSummary().getState().equals("RUNNING"));

            for (int key = 0; key < KEYS; key++) {
                int wanted = key;
                await().atMost(LIMIT).until(() -> count(cluster, job, wanted) > 10);
                long before = count(cluster, job, wanted);
                await().atMost(LIMIT).until(() -> count(cluster, job, wanted) > before);
            }
            assertThat(count(cluster, job, 5_000)).isZero();

            assertThatThrownBy(() -> cluster.client().state(ask(job, "cuonter", "count", "1")))
                    .isInstanceOfSatisfying(
                            UserError.class, e -> assertThat(e.hint()).isEqualTo("Did you mean \"counter\"?"));
            assertThatThrownBy(() -> cluster.client().state(ask(job, "counter", "counts", "1")))
                    .isInstanceOfSatisfying(
                            UserError.class, e -> assertThat(e.hint()).isEqualTo("Did you mean \"count\"?"));
            assertThatThrownBy(() -> cluster.client().state(ask(job, "counter", "count", "one")))
                    .hasMessageContaining("\"one\"");
        }
    }
}
