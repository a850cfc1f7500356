package io.tidemark.examples.numberedrecords;

import io.tidemark.api.KeyedStream;
import io.tidemark.api.StreamExecutionEnvironment;

/** Version 2: each record is also told with how many late ones its key had, and the late ones are written on their own. */
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
                        .add(counted.record().late() ? 1 : 0)
                        .add(counted.tally().late()));
        pipeline.windows(marked);
        pipeline.write(
                marked.process(new LateByKey()).name("late by key").uid("late-by-key"),
                "late",
                (late, cells) -> cells.add(late.number()).add(late.key()).add(late.count()));
    }
}
