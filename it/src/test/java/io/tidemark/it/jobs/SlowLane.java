package io.tidemark.it.jobs;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Numbers are counted by key faster than the last step takes them, so that all channels are full, until a file is there that
 * says to hurry. Each number is written down once, with its key and its number within the key.
 */
public final class SlowLane {
    static final long KEYS = 101;
    private static final long PAUSE_NS = 1_000_000;
    private static final int LOOK_EVERY = 256;

    private SlowLane() {}

    /** Counts in keyed state. */
    private static final class Count extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext openContext) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<String> out) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            out.collect(number + "," + context.getCurrentKey() + "," + now);
        }
    }

    /** Takes its time. */
    private static final class Slow implements MapFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private final String hurryFile;
        private transient boolean hurried;
        private transient int taken;

        Slow(String hurryFile) {
            this.hurryFile = hurryFile;
        }

        @Override
        public String map(String line) {
            if (taken++ % LOOK_EVERY == 0) {
                hurried = Files.exists(Path.of(hurryFile));
            }
            if (!hurried) {
                LockSupport.parkNanos(PAUSE_NS);
            }
            return line;
        }
    }

    /** @param args how many numbers, the directory of the results, the file that says to hurry */
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(0, Long.parseLong(args[0]) - 1)
                .uid("numbers")
                .keyBy(number -> number % KEYS)
                .process(new Count())
                .uid("count")
                .rebalance()
                .map(new Slow(args[2]))
                .uid("slow")
                .sinkTo(FileSink.to(Path.of(args[1]), CsvFormat.standard().<String>write((line, cells) -> {
                    for (String cell : line.split(",")) {
                        cells.add(cell);
                    }
                })))
                .uid("results");
        env.execute("slow lane");
    }
}
