package io.tidemark.testing;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.WindowAssigner;

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

    WindowStory process(ProcessWindowFunction<?, ?, ?, ?> by) {
        function = by;
        return this;
    }

    WindowSpec spec() {
        return new WindowSpec(
                assigner, trigger, null, null, function, Types.STRING.createSerializer(), latenessMs, LATE, evictor);
    }

    static OperatorHarness.Builder builder(WindowSpec spec) {
        return OperatorHarness.of(spec)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .sideOutputs(LATE);
    }

    void play(Mode mode, String story) {
        play(mode, spec(), story);
    }

    static void play(Mode mode, WindowSpec spec, String story) {
        try (OperatorHarness harness = mode.apply(builder(spec)).open()) {
            new Trace(harness, LATE).play(story);
        }
    }
}
