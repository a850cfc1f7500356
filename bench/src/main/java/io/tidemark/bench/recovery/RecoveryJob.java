package io.tidemark.bench.recovery;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.connector.datagen.DatagenSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a KiB that does not compress for every key, and says of every number that it has seen it. Numbers come at a rate, by
 * the clock since the start: after a failure those that are due already come as fast as they can.
 *
 * <p>Arguments: number of keys, numbers a second, percent of the numbers that write their state anew, directory of the results.
 */
public final class RecoveryJob {
    private static final int VALUE_BYTES = 1024;
    private static final long WAIT_NS = 200_000;

    private RecoveryJob() {}

    public static void main(String[] args) throws Exception {
        long keys = Long.parseLong(args[0]);
        long rate = Long.parseLong(args[1]);
        long startMs = System.currentTimeMillis();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(1_000);
        env.fromSource(
                        DatagenSource.unbounded(number -> due(number, startMs, rate)),
                        WatermarkStrategy.<Long>noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(number -> number % keys)
                .process(new Remember(Integer.parseInt(args[2])))
                .uid("remember")
                .sinkTo(new Seen(args[3]))
                .uid("seen");
        env.execute("recovery of " + keys + " KiB");
    }

    private static Long due(long number, long startMs, long rate) {
        while ((System.currentTimeMillis() - startMs) * rate < number * 1000) {
            LockSupport.parkNanos(WAIT_NS);
        }
        return number;
    }

    private static final class Remember extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private final int writesPercent;
        private transient ValueState<byte[]> remembered;

        Remember(int writesPercent) {
            this.writesPercent = writesPercent;
        }

        @Override
        public void open(OpenContext context) {
            remembered = getRuntimeContext().getState(new ValueStateDescriptor<>("remembered", byte[].class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) throws Exception {
            byte[] value = new byte[VALUE_BYTES];
            if (remembered.value() == null || number % 100 < writesPercent) {
                new SplittableRandom(number).nextBytes(value);
                remembered.update(value);
            }
            out.collect(number);
        }
    }

    /** Appends the newest number and the time to a file, some hundred times a second. */
    private static final class Seen implements Sink<Long> {
        private static final long serialVersionUID = 1L;
        private static final long EVERY_NS = 2_000_000;

        private final String directory;

        Seen(String directory) {
            this.directory = directory;
        }

        @Override
        public SinkWriter<Long> createWriter(SinkContext context) throws IOException {
            Path file = Path.of(directory).resolve("subtask-" + context.subtask());
            Files.createDirectories(file.getParent());
            BufferedWriter out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return new SinkWriter<>() {
                private long writtenNs;
                private long newest;

                @Override
                public void write(Long number, long timestamp) throws IOException {
                    newest = Math.max(newest, number);
                    long nowNs = System.nanoTime();
                    if (nowNs - writtenNs > EVERY_NS) {
                        writtenNs = nowNs;
                        out.write(newest + " " + System.currentTimeMillis() + "\n");
                        out.flush();
                    }
                }

                @Override
                public void close() throws IOException {
                    out.close();
                }
            };
        }

        @Override
        public TypeSerializer<?> committableSerializer() {
            return Types.LONG.createSerializer();
        }
    }
}
