package io.tidemark.bench.recovery;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.concurrent.locks.LockSupport;

/**
 * Numbers are counted by key, as fast as they come, for a sink that takes its time over each: all channels are full.
 *
 * <p>Arguments: pause of the sink after each record, in microseconds.
 */
public final class BackpressureJob {
    private static final long KEYS = 10_000;

    private BackpressureJob() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(0, Long.MAX_VALUE - 1)
                .uid("numbers")
                .keyBy(number -> number % KEYS)
                .process(new Count())
                .uid("count")
                .rebalance()
                .sinkTo(new SlowSink(Long.parseLong(args[0]) * 1_000))
                .uid("slow");
        env.execute("backpressure");
    }

    private static final class Count extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            out.collect(number);
        }
    }

    /** Takes its time. */
    private static final class SlowSink implements Sink<Long> {
        private static final long serialVersionUID = 1L;

        private final long pauseNs;

        SlowSink(long pauseNs) {
            this.pauseNs = pauseNs;
        }

        @Override
        public SinkWriter<Long> createWriter(SinkContext context) {
            return new SinkWriter<>() {
                @Override
                public void write(Long number, long timestamp) {
                    LockSupport.parkNanos(pauseNs);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public TypeSerializer<?> committableSerializer() {
            return Types.LONG.createSerializer();
        }
    }
}
