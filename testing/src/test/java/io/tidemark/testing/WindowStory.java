package io.tidemark.testing;

import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.WindowedStream;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.WindowAssigner;
import java.time.Duration;

/**
 * A window whose story is played in the notation of the semantics tables. Records are strings, and their first letter is their
 * key; the contents are written as {@code a[0,10)=a1+a2}, those of the global window as {@code a=a1+a2}.
 */
final class WindowStory {
    static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    private final WindowAssigner<?, ?> assigner;
    private Trigger<?, ?> trigger;
    private Evictor<?, ?> evictor;
    private ProcessWindowFunction<?, ?, ?, ?> function = new ListedWindow();
    private ReduceFunction<String> reduce;
    private AggregateFunction<String, ?, ?> aggregate;
    private TypeInformation<?> accumulatorType;
    private long latenessMs;

    private WindowStory(WindowAssigner<?, ?> assigner) {
        this.assigner = assigner;
    }

    static WindowStory of(WindowAssigner<?, ?> assigner) {
        return new WindowStory(assigner);
    }

    WindowStory trigger(Trigger<?, ?> by) {
        trigger = by;
        return this;
    }

    WindowStory evictor(Evictor<?, ?> by) {
        evictor = by;
        return this;
    }

    WindowStory lateness(long ms) {
        latenessMs = ms;
        return this;
    }

    /** Gives all records of a window to a function. */
    WindowStory process(ProcessWindowFunction<?, ?, ?, ?> by) {
        function = by;
        return this;
    }

    /** Reduces the records of a window, and gives the one that is left as it is. */
    WindowStory reduce(ReduceFunction<String> by) {
        reduce = by;
        function = null;
        return this;
    }

    /** Adds the records of a window up, and gives the result as it is. */
    WindowStory aggregate(AggregateFunction<String, ?, String> by, TypeInformation<?> accumulators) {
        aggregate = by;
        accumulatorType = accumulators;
        function = null;
        return this;
    }

    /** Adds the records of a window up, and gives the result to a function. */
    <V> WindowStory aggregate(
            AggregateFunction<String, ?, V> by,
            ProcessWindowFunction<? super V, String, ?, ?> then,
            TypeInformation<?> accumulators) {
        aggregate = by;
        accumulatorType = accumulators;
        function = then;
        return this;
    }

    /** What records, with their letters as keys, come to. The types are those of the assigner's and the function's own making. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private SingleOutputStreamOperator<String> windows(DataStream<String> records) {
        WindowedStream windowed =
                Piece.keyed(records).window((WindowAssigner) assigner).allowedLateness(Duration.ofMillis(latenessMs));
        windowed.sideOutputLateData(LATE);
        if (trigger != null) {
            windowed.trigger(trigger);
        }
        if (evictor != null) {
            windowed.evictor(evictor);
        }
        if (reduce != null) {
            return windowed.reduce(reduce);
        }
        if (aggregate != null && function == null) {
            return windowed.aggregate(aggregate, accumulatorType, Types.STRING);
        }
        return aggregate == null
                ? windowed.process(function, Types.STRING)
                : windowed.aggregate(aggregate, function, accumulatorType, Types.STRING);
    }

    /** The window, to be run by hand. */
    Piece in(StreamHarness harness) {
        return Piece.of(harness, this::windows, LATE);
    }

    void play(Mode mode, String story) {
        try (Piece piece = in(mode.harness())) {
            new Trace(piece, LATE).play(story);
        }
    }
}
