package io.tidemark.testing.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.CheckpointedFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.FunctionInitializationContext;
import io.tidemark.api.function.FunctionSnapshotContext;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.TtlClock;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.testing.StreamHarness;
import io.tidemark.testing.TestInput;
import io.tidemark.testing.TestOutput;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/state.md, run. */
class StateExamples {
    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

    /** All five kinds of state by key. */
    static final class FiveKinds extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<String> last;
        private transient ListState<String> all;
        private transient MapState<String, Long> times;
        private transient ReducingState<Long> records;
        private transient AggregatingState<String, Long> letters;

        @Override
        public void open(OpenContext context) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Types.STRING));
            all = getRuntimeContext().getListState(new ListStateDescriptor<>("all", Types.STRING));
            times = getRuntimeContext().getMapState(new MapStateDescriptor<>("times", Types.STRING, Types.LONG));
            records = getRuntimeContext()
                    .getReducingState(new ReducingStateDescriptor<>("records", Long::sum, Types.LONG));
            letters = getRuntimeContext()
                    .getAggregatingState(new AggregatingStateDescriptor<>("letters", new CountLetters(), Types.LONG));
        }

        @Override
        public void processElement(String word, Context ctx, Collector<String> out) throws Exception {
            last.update(word);
            all.add(word);
            times.put(word, ctx.timestamp());
            records.add(1L);
            letters.add(word);
            out.collect(last.value() + " " + times.get(word) + " " + records.get() + " " + letters.get());
        }
    }

    static final class CountLetters implements AggregateFunction<String, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String word, Long accumulator) {
            return accumulator + word.length();
        }

        @Override
        public Long getResult(Long accumulator) {
            return accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    @Test
    void fiveKinds() {
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> out = harness.output(
                words.stream().keyBy(word -> word.substring(0, 1), Types.STRING).process(new FiveKinds()));
        words.record("tide", 1).record("mark", 2).record("time", 3);
        assertThat(out.takeValues()).containsExactly("tide 1 1 4", "mark 2 1 4", "time 3 2 8");
    }

    /** Lets a record through when its key has had none for an hour of event time. */
    static final class FirstInAnHour extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Boolean> seen;

        @Override
        public void open(OpenContext context) {
            ValueStateDescriptor<Boolean> descriptor = new ValueStateDescriptor<>("seen", Types.BOOLEAN);
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofHours(1))
                    .setClock(TtlClock.EVENT)
                    .build());
            seen = getRuntimeContext().getState(descriptor);
        }

        @Override
        public void processElement(String word, Context ctx, Collector<String> out) throws Exception {
            if (seen.value() == null) {
                out.collect(word);
            }
            seen.update(true);
        }
    }

    @Test
    void timeToLive() {
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> out = harness.output(
                words.stream().keyBy(word -> word.substring(0, 1), Types.STRING).process(new FirstInAnHour()));
        words.watermark(0).record("a1", 1).record("a2", 2).watermark(3_600_001).record("a3", 3_600_002);
        assertThat(out.takeValues()).containsExactly("a1", "a3");
    }

    /** Counts the records of its subtask, over restarts and when the number of subtasks changes. */
    static final class Counted implements MapFunction<String, String>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private transient ListState<Long> stored;
        private transient long count;

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            stored = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("count", Types.LONG));
            for (Long part : stored.get()) {
                count += part;
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            stored.update(List.of(count));
        }

        @Override
        public String map(String word) {
            return word + " " + ++count;
        }
    }

    @Test
    void ownState() {
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> out = harness.output(words.stream().map(new Counted()));
        words.record("a", 1).record("b", 2);
        assertThat(out.takeValues()).containsExactly("a 1", "b 2");
    }
}
