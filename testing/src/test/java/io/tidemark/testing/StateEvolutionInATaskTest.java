package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task that starts from a checkpoint whose states had other types. */
class StateEvolutionInATaskTest {
    @TempDir
    private Path checkpoints;

    /** Counts the records of each key and keeps their lengths, as numbers of a type of choice. */
    private static final class Counting<N extends Number> extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        private final TypeInformation<N> type;
        private transient ValueState<N> count;
        private transient ListState<N> lengths;

        Counting(TypeInformation<N> type) {
            this.type = type;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", type));
            lengths = getRuntimeContext().getListState(new ListStateDescriptor<>("lengths", type));
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) throws Exception {
            long before = count.value() == null ? 0 : count.value().longValue();
            count.update(number(before + 1));
            lengths.add(number(record.length()));
            List<N> all = new ArrayList<>();
            lengths.get().forEach(all::add);
            out.collect(record.charAt(0) + ":" + count.value() + "," + all);
        }

        @SuppressWarnings("unchecked")
        private N number(long value) {
            Object number = value;
            if (type.equals(Types.INT)) {
                number = (int) value;
            } else if (type.equals(Types.DOUBLE)) {
                number = (double) value;
            }
            return (N) number;
        }
    }

    /** The same names for states of text. */
    private static final class Unfit extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(OpenContext context) {
            getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.STRING));
            getRuntimeContext().getListState(new ListStateDescriptor<>("lengths", Types.STRING));
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) {}
    }

    private OperatorHarness.Builder keyed(KeyedProcessFunction<String, String, String> function) {
        return OperatorHarness.of(new OperatorSpec.KeyedProcessSpec(function))
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .checkpointsIn(checkpoints);
    }

    private HarnessSnapshot counted() {
        try (OperatorHarness before = keyed(new Counting<>(Types.INT)).open()) {
            before.record("a1", 1);
            before.record("b22", 1);
            before.record("a333", 1);
            return before.snapshot();
        }
    }

    @Test
    void aFunctionGoesOnWithItsStateInAWiderType() {
        try (OperatorHarness after = keyed(new Counting<>(Types.LONG)).openRescaled(List.of(counted()))) {
            after.record("a4444", 1);
            after.record("b22", 1);
            assertThat(after.take()).containsExactly("a:3,[2, 4, 5]@1", "b:2,[3, 3]@1");
            HarnessSnapshot again = after.snapshot();
            try (OperatorHarness later = keyed(new Counting<>(Types.LONG)).openRescaled(List.of(again))) {
                later.record("a1", 1);
                assertThat(later.take()).containsExactly("a:4,[2, 4, 5, 2]@1");
            }
        }
    }

    @Test
    void trS6_aTaskWhoseStatesDoNotFitFailsOnceWithAllOfThem() {
        HarnessSnapshot counted = counted();
        OperatorHarness.Builder unfit = keyed(new Unfit());
        assertThatThrownBy(() -> unfit.openRescaled(List.of(counted)))
                .isInstanceOfSatisfying(TaskFailedException.class, failed -> {
                    assertThat(failed.failure().restartable()).isFalse();
                    assertThat(failed.failure().cause())
                            .contains("state \"count\", value: retyped, Integer -> String")
                            .contains("state \"lengths\", element: retyped, Integer -> String");
                    assertThat(failed.failure().hint()).contains("tidemark state diff");
                });
    }

    /** Keeps a list of its own, of elements of a type of choice. */
    private static final class Keeping<T> implements Operator {
        private final TypeSerializer<T> serializer;
        private final List<T> elements;
        private OperatorContext context;

        Keeping(TypeInformation<T> type, List<T> elements) {
            this.serializer = type.createSerializer();
            this.elements = new ArrayList<>(elements);
        }

        @Override
        public void open(OperatorContext operatorContext) {
            context = operatorContext;
            elements.addAll(context.restoredState("list", serializer));
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            context.output().collect(0, elements.toString(), timestamp);
        }

        @Override
        public void snapshot(OperatorStateWriter state, long checkpointId) {
            state.put("list", serializer, elements);
        }
    }

    @Test
    void anOperatorsOwnListIsReadBySchemaToo() {
        HarnessSnapshot kept;
        try (OperatorHarness before = OperatorHarness.of(() -> new Keeping<>(Types.INT, List.of(1, 2)))
                .checkpointsIn(checkpoints)
                .open()) {
            kept = before.snapshot();
        }
        try (OperatorHarness after = OperatorHarness.of(() -> new Keeping<>(Types.LONG, List.of()))
                .checkpointsIn(checkpoints)
                .openRescaled(List.of(kept))) {
            after.record("x", 1);
            assertThat(after.take()).containsExactly("[1, 2]@1");
        }
        OperatorHarness.Builder unfit =
                OperatorHarness.of(() -> new Keeping<>(Types.STRING, List.of())).checkpointsIn(checkpoints);
        assertThatThrownBy(() -> unfit.openRescaled(List.of(kept)))
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("its own list \"list\", element: retyped, Integer -> String");
    }
}
