package io.tidemark.examples.numberedrecords;

import io.tidemark.api.KeyedStream;
import io.tidemark.api.StreamExecutionEnvironment;

/**
 * Counts numbered records by key and by window, marks the late ones, and writes everything down exactly once: {@code
 * records}, {@code pulses}, {@code windows} and {@code too-late} below the output directory.
 */
public final class NumberedRecords {
    private NumberedRecords() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        describe(env, Arguments.parse(args));
        env.execute("numbered records");
    }

    static void describe(StreamExecutionEnvironment env, Arguments arguments) {
        Pipeline pipeline = new Pipeline(arguments);
        KeyedStream<Marked, Integer> marked = pipeline.marked(env);
        pipeline.write(
                pipeline.counted(marked),
                "records",
                (counted, cells) -> cells.add(counted.record().number())
                        .add(counted.record().key())
                        .add(counted.tally().count())
                        .add(counted.record().late() ? 1 : 0));
        pipeline.windows(marked);
    }
}
