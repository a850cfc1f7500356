package io.tidemark.coordinator.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.RestoreFrom;
import org.junit.jupiter.api.Test;

class RestoreCheckTest {
    private static final RestoreFrom FROM =
            RestoreFrom.newBuilder().setLocation("/savepoints/a").build();

    private static ExecutionGraph graph(int maxParallelism) {
        JobPlanProto.Builder plan = Plans.sourceToSink(2).toBuilder().setMaxParallelism(maxParallelism);
        plan.getNodesBuilder(1).getInputsBuilder(0).setKeySpec(ByteString.copyFromUtf8("key"));
        return ExecutionGraph.of(plan.build());
    }

    private static CheckpointManifest.Builder savepoint() {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder();
        for (int vertex = 1; vertex <= 2; vertex++) {
            for (int subtask = 0; subtask < 2; subtask++) {
                OperatorSnapshot.Builder operator =
                        OperatorSnapshot.newBuilder().setUid("uid-" + vertex);
                if (vertex == 2) {
                    operator.setKeyed(KeyedStateHandle.newBuilder().addFiles(StoreFile.getDefaultInstance()));
                }
                manifest.addTasks(task(vertex, subtask, operator));
            }
        }
        return manifest;
    }

    private static TaskSnapshot.Builder task(int vertex, int subtask, OperatorSnapshot.Builder operator) {
        return TaskSnapshot.newBuilder()
                .setVertex(vertex)
                .setSubtask(subtask)
                .setParallelism(2)
                .setMaxParallelism(128)
                .addOperators(operator);
    }

    @Test
    void oneOfTheSameOperatorsFits() {
        RestoreCheck.Outcome outcome =
                RestoreCheck.savepoint(graph(128), savepoint().build(), FROM);
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.notes()).isEmpty();
    }

    private static CheckpointManifest withMore() {
        CheckpointManifest.Builder manifest = savepoint()
                .addOperators(PlanOperator.newBuilder().setUid("counts").setName("Count"));
        for (int subtask = 0; subtask < 2; subtask++) {
            manifest.addTasks(task(
                    3,
                    subtask,
                    OperatorSnapshot.newBuilder()
                            .setUid("counts")
                            .addOwn(NamedState.newBuilder().addElements(ByteString.EMPTY))));
            manifest.addTasks(task(4, subtask, OperatorSnapshot.newBuilder().setUid("a map without state")));
        }
        return manifest.build();
    }

    @Test
    void stateWhoseOperatorIsGoneIsListedAndRefusedUnlessItMayBeLeftBehind() {
        assertThat(RestoreCheck.savepoint(graph(128), withMore(), FROM).problem())
                .hasValueSatisfying(problem -> {
                    assertThat(problem.getCause())
                            .isEqualTo(
                                    "the savepoint /savepoints/a holds state of operators that this job does not have:"
                                            + " \"Count\" (uid \"counts\", made from its place in the plan)");
                    assertThat(problem.getHint()).contains("--allow-non-restored");
                });
        RestoreCheck.Outcome allowed = RestoreCheck.savepoint(
                graph(128),
                withMore(),
                FROM.toBuilder().setAllowNonRestored(true).build());
        assertThat(allowed.problem()).isEmpty();
        assertThat(allowed.notes()).singleElement().asString().startsWith("state left behind: \"Count\"");
    }

    @Test
    void anOperatorThatIsNotThereIsToldToStartWithoutState() {
        CheckpointManifest.Builder manifest = savepoint();
        manifest.removeTasks(3).removeTasks(2);
        RestoreCheck.Outcome outcome = RestoreCheck.savepoint(graph(128), manifest.build(), FROM);
        assertThat(outcome.problem()).isEmpty();
        assertThat(outcome.notes()).singleElement().asString().contains("\"sink\" (uid \"uid-2\")");
    }

    @Test
    void anotherNumberOfKeyGroupsIsRefusedWithTheOptionThatHelps() {
        assertThat(RestoreCheck.savepoint(graph(256), savepoint().build(), FROM).problem())
                .hasValueSatisfying(problem -> {
                    assertThat(problem.getCause()).contains("128 key groups, this job has 256");
                    assertThat(problem.getHint()).contains("pipeline.max-parallelism to 128");
                });
    }

    @Test
    void oneThatLacksASubtaskIsDamaged() {
        CheckpointManifest.Builder manifest = savepoint();
        manifest.removeTasks(3);
        assertThat(RestoreCheck.savepoint(graph(128), manifest.build(), FROM).problem())
                .hasValueSatisfying(problem -> assertThat(problem.getCause()).contains("1 of the 2 subtasks"));
    }

    @Test
    void trC11_aDrainedOneIsRefusedWithTheWordThatAllowsIt() {
        CheckpointManifest drained = savepoint().setDrained(true).build();
        assertThat(RestoreCheck.savepoint(graph(128), drained, FROM).problem())
                .hasValueSatisfying(problem -> assertThat(problem.getHint()).contains("--allow-drained"));
        RestoreCheck.Outcome allowed = RestoreCheck.savepoint(
                graph(128), drained, FROM.toBuilder().setAllowDrained(true).build());
        assertThat(allowed.problem()).isEmpty();
        assertThat(allowed.notes()).singleElement().asString().contains("begins anew");
    }
}
