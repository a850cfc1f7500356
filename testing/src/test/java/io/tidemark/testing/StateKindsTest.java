package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.type.Types;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kinds of keyed state, as a function uses them. */
class StateKindsTest {
    private static final String CLEAR = "clear";

    private static OperatorHarness harness(Mode mode, KeyedProcessFunction<String, String, String> function) {
        return mode.apply(OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(function))
                        .keyedBy((String record) -> record.substring(0, 1), Types.STRING))
                .open();
    }

    /** Records are a key and a text; the longest text so far, and all of them, come out. */
    private static final class Folding extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private transient ReducingState<String> longest;
        private transient AggregatingState<String, Integer> letters;

        @Override
        public void open(OpenContext context) {
            longest = getRuntimeContext()
                    .getReducingState(new ReducingStateDescriptor<>(
                            "longest", (a, b) -> b.length() > a.length() ? b : a, String.class));
            letters = getRuntimeContext()
                    .getAggregatingState(new AggregatingStateDescriptor<>("letters", new Letters(), Long.class));
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) throws Exception {
            String text = record.substring(1);
            if (text.equals(CLEAR)) {
                longest.clear();
                letters.clear();
            } else {
                longest.add(text);
                letters.add(text);
            }
            out.collect(context.getCurrentKey() + ":" + longest.get() + "," + letters.get());
        }
    }

    private static final class Letters implements AggregateFunction<String, Long, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String value, Long accumulator) {
            return accumulator + value.length();
        }

        @Override
        public Integer getResult(Long accumulator) {
            return Math.toIntExact(accumulator);
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    @ParameterizedTest
    @EnumSource
    void reducingAndAggregatingStateGrowByKeyAndAreNullOnceCleared(Mode mode) {
        try (OperatorHarness harness = harness(mode, new Folding())) {
            harness.record("aone", 1);
            harness.record("bx", 1);
            harness.record("athree", 1);
            harness.record("atwo", 1);
            harness.record("a" + CLEAR, 1);
            harness.record("afour", 1);
            harness.record("byy", 1);

            assertThat(harness.take())
                    .containsExactly(
                            "a:one,3@1",
                            "b:x,1@1",
                            "a:three,8@1",
                            "a:three,11@1",
                            "a:null,null@1",
                            "a:four,4@1",
                            "b:yy,3@1");
        }
    }
}
