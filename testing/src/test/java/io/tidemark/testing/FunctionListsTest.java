package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.CheckpointedFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.FlatMapFunction;
import io.tidemark.api.function.FunctionInitializationContext;
import io.tidemark.api.function.FunctionSnapshotContext;
import io.tidemark.api.function.OperatorStateStore;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.Types;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists that a function keeps for itself. */
class FunctionListsTest {
    @TempDir
    Path directory;

    /** Keeps all records, in a list and in a union list, and says for each record what was there before. */
    private static final class Keeping implements FlatMapFunction<String, String>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private transient ListState<String> own;
        private transient ListState<String> shared;
        private transient List<String> pending;

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            own = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("own", String.class));
            shared = context.getOperatorStateStore()
                    .getUnionListState(new ListStateDescriptor<>("shared", String.class));
            pending = new ArrayList<>();
            own.get().forEach(pending::add);
            assertThat(context.isRestored() || pending.isEmpty()).isTrue();
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            own.update(pending);
        }

        @Override
        public void flatMap(String record, Collector<String> out) throws Exception {
            List<String> all = new ArrayList<>();
            shared.get().forEach(all::add);
            out.collect(pending + " " + all);
            pending.add(record);
            shared.add(record);
        }
    }

    private static OperatorHarness.Builder keeping() {
        return OperatorHarness.of(new OperatorSpec.FlatMapSpec(new Keeping()));
    }

    @ParameterizedTest
    @EnumSource
    void aFunctionsListsAreInEveryCheckpoint(Mode mode) {
        try (Piece piece = Piece.of(mode.harness(), records -> records.flatMap(new Keeping()))) {
            piece.record("a", 1);
            piece.record("b", 2);
            piece.record("c", 3);

            assertThat(piece.take()).containsExactly("[] []@1", "[a] [a]@2", "[a, b] [a, b]@3");
        }
    }

    private String after(List<HarnessSnapshot> before, int subtask, int parallelism, List<HarnessSnapshot> snapshots) {
        try (OperatorHarness harness =
                keeping().checkpointsIn(directory).subtask(subtask, parallelism).openRescaled(before)) {
            harness.record("x", 1);
            snapshots.add(harness.snapshot());
            List<?> taken = harness.take();
            return taken.stream()
                    .map(Object::toString)
                    .filter(text -> text.contains("["))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aListIsDealtOutAndAUnionListGivenToAllWhenTheParallelismChanges() {
        HarnessSnapshot one;
        try (OperatorHarness harness = keeping().checkpointsIn(directory).open()) {
            harness.record("a", 1);
            harness.record("b", 1);
            harness.record("c", 1);
            one = harness.snapshot();
        }
        List<HarnessSnapshot> two = new ArrayList<>();
        assertThat(after(List.of(one), 0, 2, two)).isEqualTo("[a, c] [a, b, c]@1");
        assertThat(after(List.of(one), 1, 2, two)).isEqualTo("[b] [a, b, c]@1");

        assertThat(after(two, 0, 1, new ArrayList<>())).isEqualTo("[a, c, x, b, x] [a, b, c, x, a, b, c, x]@1");
    }

    private static final ListStateDescriptor<String> OWN = new ListStateDescriptor<>("own", String.class);
    private static final ListStateDescriptor<String> SHARED = new ListStateDescriptor<>("shared", String.class);
    private static final MapStateDescriptor<String, String> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.STRING);

    /** Asks for its states and keeps each record in them only when a record says so; tells what there is. */
    private static final class Asking implements FlatMapFunction<String, String>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private transient OperatorStateStore store;

        @Override
        public void initializeState(FunctionInitializationContext context) {
            store = context.getOperatorStateStore();
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public void flatMap(String record, Collector<String> out) throws Exception {
            switch (record) {
                case "names" ->
                    out.collect(store.getRegisteredStateNames() + " " + store.getRegisteredBroadcastStateNames());
                case "ask" ->
                    out.collect(store.getListState(OWN).get() + " "
                            + store.getUnionListState(SHARED).get() + " "
                            + store.getBroadcastState(RULES).get("r"));
                default -> {
                    store.getListState(OWN).add(record);
                    store.getUnionListState(SHARED).add(record);
                    store.getBroadcastState(RULES).put("r", record);
                }
            }
        }
    }

    private static OperatorHarness.Builder asking() {
        return OperatorHarness.of(new OperatorSpec.FlatMapSpec(new Asking()));
    }

    @Test
    void whatNobodyHasAskedForSinceARestoreStaysInEveryCheckpoint() {
        try (OperatorHarness harness = asking().open()) {
            harness.record("x", 1);
            for (int i = 0; i < 3; i++) {
                harness.restore(harness.snapshot());
            }
            harness.record("names", 2);
            harness.record("ask", 3);
            assertThat(harness.take()).containsExactly("[own, shared] [rules]@2", "[x] [x] x@3");
        }
    }

    @Test
    void aUnionListThatNobodyHasAskedForIsNotThereSeveralTimesAfterARescale() {
        HarnessSnapshot one;
        try (OperatorHarness harness = asking().checkpointsIn(directory).open()) {
            harness.record("x", 1);
            one = harness.snapshot();
        }
        List<HarnessSnapshot> two = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (OperatorHarness harness =
                    asking().checkpointsIn(directory).subtask(subtask, 2).openRescaled(List.of(one))) {
                two.add(harness.snapshot());
            }
        }
        try (OperatorHarness harness = asking().checkpointsIn(directory).openRescaled(two)) {
            harness.record("ask", 2);
            assertThat(harness.take()).contains("[x] [x] x@2");
        }
    }
}
