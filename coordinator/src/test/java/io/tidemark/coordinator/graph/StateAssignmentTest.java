package io.tidemark.coordinator.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.ChannelSnapshot;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.DeclaredInput;
import io.tidemark.checkpoint.proto.DeclaredOutput;
import io.tidemark.checkpoint.proto.GateSnapshot;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StateAssignmentTest {
    private static final int KEY_GROUPS = 128;
    private static final int EDGE = Plans.sourceToSink(1).getEdges(0).getId();

    private static ExecutionGraph graph(int parallelism) {
        return ExecutionGraph.of(Plans.sourceToSink(parallelism).toBuilder()
                .setMaxParallelism(KEY_GROUPS)
                .build());
    }

    private static OperatorSnapshot.Builder operator(int vertex, long watermark) {
        return OperatorSnapshot.newBuilder()
                .setUid("uid-" + vertex)
                .setWatermark(watermark)
                .setAdvancingTo(watermark);
    }

    private static TaskSnapshot.Builder task(int vertex, int subtask, int parallelism) {
        return TaskSnapshot.newBuilder()
                .setVertex(vertex)
                .setSubtask(subtask)
                .setParallelism(parallelism)
                .setMaxParallelism(KEY_GROUPS);
    }

    private static KeyedStateHandle keyed(int subtask, int parallelism) {
        KeyGroupRange range = KeyGroups.range(subtask, parallelism, KEY_GROUPS);
        return KeyedStateHandle.newBuilder()
                .setFirstKeyGroup(range.first())
                .setLastKeyGroup(range.last())
                .build();
    }

    private static NamedState state(StateSharing sharing, String... elements) {
        NamedState.Builder state =
                NamedState.newBuilder().setName(sharing.name()).setSharing(sharing);
        for (String element : elements) {
            state.addElements(ByteString.copyFromUtf8(element));
        }
        return state.build();
    }

    private static List<String> elements(TaskSnapshot task, StateSharing sharing) {
        List<String> elements = new ArrayList<>();
        for (OperatorSnapshot operator : task.getOperatorsList()) {
            for (NamedState state : operator.getOwnList()) {
                if (state.getName().equals(sharing.name())) {
                    state.getElementsList().forEach(element -> elements.add(element.toStringUtf8()));
                }
            }
        }
        return elements;
    }

    private static TaskSnapshot of(int parallelism, CheckpointManifest.Builder manifest, int vertex, int subtask) {
        ExecutionGraph graph = graph(parallelism);
        return new StateAssignment(graph, manifest.build(), true)
                .of(graph.vertex(vertex), subtask)
                .orElseThrow();
    }

    @Property
    void everyKeyGroupGoesToTheSubtaskThatOwnsItWithTheWatermarkItHad(
            @ForAll @IntRange(min = 1, max = 9) int before, @ForAll @IntRange(min = 1, max = 9) int after) {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder();
        for (int subtask = 0; subtask < before; subtask++) {
            manifest.addTasks(task(2, subtask, before)
                    .addOperators(operator(2, 100 + subtask).setKeyed(keyed(subtask, before))));
        }
        for (int subtask = 0; subtask < after; subtask++) {
            TreeMap<Integer, Long> watermarks = new TreeMap<>();
            for (OperatorSnapshot taken : of(after, manifest, 2, subtask).getOperatorsList()) {
                for (int group = taken.getKeyed().getFirstKeyGroup();
                        group <= taken.getKeyed().getLastKeyGroup();
                        group++) {
                    watermarks.put(group, taken.getWatermark());
                }
            }
            KeyGroupRange own = KeyGroups.range(subtask, after, KEY_GROUPS);
            for (int group = own.first(); group <= own.last(); group++) {
                assertThat(watermarks).containsEntry(group, 100L + KeyGroups.subtask(group, before, KEY_GROUPS));
            }
        }
    }

    @Property
    void everyElementOfSplitStateGoesToExactlyOneSubtask(
            @ForAll @IntRange(min = 1, max = 7) int before,
            @ForAll @IntRange(min = 1, max = 7) int after,
            @ForAll @IntRange(min = 0, max = 5) int each) {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder();
        List<String> all = new ArrayList<>();
        for (int subtask = 0; subtask < before; subtask++) {
            String[] own = new String[each];
            for (int i = 0; i < each; i++) {
                own[i] = subtask + "." + i;
                all.add(own[i]);
            }
            manifest.addTasks(
                    task(1, subtask, before).addOperators(operator(1, 0).addOwn(state(StateSharing.SPLIT, own))));
        }
        List<String> dealt = new ArrayList<>();
        for (int subtask = 0; subtask < after; subtask++) {
            List<String> mine = elements(of(after, manifest, 1, subtask), StateSharing.SPLIT);
            assertThat(mine.size()).isBetween(before == after ? each : all.size() / after, all.size() / after + 1);
            dealt.addAll(mine);
        }
        assertThat(dealt).containsExactlyInAnyOrderElementsOf(all);
    }

    private static CheckpointManifest.Builder twoSources() {
        return CheckpointManifest.newBuilder()
                .addTasks(task(1, 0, 2)
                        .addOperators(operator(1, 30)
                                .setIdle(true)
                                .putCounters("late.dropped", 3)
                                .addOwn(state(StateSharing.UNION, "a"))
                                .addOwn(state(StateSharing.MERGE, "b"))
                                .addOwn(state(StateSharing.BROADCAST, "e", "f"))))
                .addTasks(task(1, 1, 2)
                        .addOperators(operator(1, 20)
                                .putCounters("late.dropped", 4)
                                .addOwn(state(StateSharing.UNION, "c"))
                                .addOwn(state(StateSharing.MERGE, "d"))
                                .addOwn(state(StateSharing.BROADCAST, "e", "f"))));
    }

    @Test
    void unionStateGoesToAllAlwaysAndMergedStateOnlyWhenTheNumberOfSubtasksChanged() {
        TaskSnapshot same = of(2, twoSources(), 1, 1);
        assertThat(elements(same, StateSharing.UNION)).containsExactly("a", "c");
        assertThat(elements(same, StateSharing.MERGE)).containsExactly("d");
        for (int subtask = 0; subtask < 3; subtask++) {
            TaskSnapshot other = of(3, twoSources(), 1, subtask);
            assertThat(elements(other, StateSharing.UNION)).containsExactly("a", "c");
            assertThat(elements(other, StateSharing.MERGE)).containsExactly("b", "d");
        }
    }

    @Test
    void trC2_everySubtaskGetsBroadcastStateOnceWhateverTheNumberOfSubtasks() {
        assertThat(elements(of(2, twoSources(), 1, 1), StateSharing.BROADCAST)).containsExactly("e", "f");
        for (int subtask = 0; subtask < 3; subtask++) {
            assertThat(elements(of(3, twoSources(), 1, subtask), StateSharing.BROADCAST))
                    .containsExactly("e", "f");
        }
    }

    @Test
    void countsAddUpOnTheFirstSubtaskAndEventTimeIsTheLeast() {
        List<TaskSnapshot> tasks = new ArrayList<>();
        for (int subtask = 0; subtask < 3; subtask++) {
            tasks.add(of(3, twoSources(), 1, subtask));
        }
        assertThat(tasks).allSatisfy(task -> {
            assertThat(task.getOperatorsCount()).isEqualTo(1);
            assertThat(task.getOperators(0).getWatermark()).isEqualTo(20);
            assertThat(task.getOperators(0).getIdle()).isFalse();
        });
        assertThat(tasks.get(0).getOperators(0).getCountersMap()).containsEntry("late.dropped", 7L);
        assertThat(tasks.get(1).getOperators(0).getCountersMap()).isEmpty();
    }

    @Test
    void tm1_aMergedSubtaskKnowsAllThatWasSentAndWhatAllWereTold() {
        DeclaredInput told =
                DeclaredInput.newBuilder().setIdentifier("L").setReceived(5).build();
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder();
        for (int subtask = 0; subtask < 2; subtask++) {
            manifest.addTasks(task(1, subtask, 2)
                    .addOperators(operator(1, 0)
                            .addDeclaredInputs(told)
                            .addDeclaredOutputs(DeclaredOutput.newBuilder()
                                    .setIdentifier("L")
                                    .setSent(10 + subtask))));
        }
        OperatorSnapshot merged = of(1, manifest, 1, 0).getOperators(0);
        assertThat(merged.getDeclaredInputsList()).containsExactly(told);
        assertThat(merged.getDeclaredOutputsList())
                .extracting(DeclaredOutput::getSent)
                .containsExactly(10L, 11L);

        manifest.getTasksBuilder(1)
                .getOperatorsBuilder(0)
                .getDeclaredInputsBuilder(0)
                .setReceived(6);
        assertThat(of(1, manifest, 1, 0).getOperators(0).getDeclaredInputsList())
                .isEmpty();
    }

    @Test
    void aTaskHasEndedOnlyWhenAllThatItTakesOverHad() {
        CheckpointManifest.Builder manifest = twoSources();
        manifest.getTasksBuilder(0).setEnded(true);
        assertThat(of(2, manifest, 1, 0).getEnded()).isTrue();
        assertThat(of(1, manifest, 1, 0).getEnded()).isFalse();
        manifest.getTasksBuilder(1).setEnded(true);
        assertThat(of(1, manifest, 1, 0).getEnded()).isTrue();
    }

    private static GateSnapshot gate(long watermark, boolean idle) {
        return GateSnapshot.newBuilder()
                .setInput(0)
                .setWatermark(watermark)
                .setIdle(idle)
                .addChannels(ChannelSnapshot.newBuilder()
                        .setEdge(EDGE)
                        .setProducer(0)
                        .setWatermark(watermark + 7))
                .build();
    }

    @Test
    void aGateStartsFromTheLeastAndItsChannelsWithoutWatermarks() {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder()
                .addTasks(task(2, 0, 2).addOperators(operator(2, 9)).addGates(gate(9, true)))
                .addTasks(task(2, 1, 2).addOperators(operator(2, 5)).addGates(gate(5, true)));
        TaskSnapshot merged = of(1, manifest, 2, 0);
        assertThat(merged.getGatesList())
                .containsExactly(GateSnapshot.newBuilder()
                        .setInput(0)
                        .setWatermark(5)
                        .setIdle(true)
                        .build());
    }

    @Test
    void aTaskAsWideAsItWasKeepsTheChannelsWhoseProducersAreUnchanged() {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder()
                .addTasks(task(1, 0, 1).addOperators(operator(1, 9)))
                .addTasks(task(2, 0, 1).addOperators(operator(2, 9)).addGates(gate(9, false)));
        assertThat(of(1, manifest, 2, 0).getGates(0).getChannelsCount()).isEqualTo(1);

        ExecutionGraph widerSource = ExecutionGraph.of(new Plans()
                .node(1, "source", 2).node(2, "sink", 1).edge(1, 2, Partitioning.HASH).build().toBuilder()
                        .setMaxParallelism(KEY_GROUPS)
                        .build());
        TaskSnapshot sink = new StateAssignment(widerSource, manifest.build(), true)
                .of(widerSource.vertex(2), 0)
                .orElseThrow();
        assertThat(sink.getGates(0).getWatermark()).isEqualTo(9);
        assertThat(sink.getGates(0).getChannelsCount()).isZero();
    }

    @Test
    void stateFollowsItsUidIntoAnotherChain() {
        ExecutionGraph chained = ExecutionGraph.of(new Plans()
                        .node(5, "source", 1)
                        .node(6, "sink", 1)
                        .edge(5, 6, Partitioning.FORWARD)
                        .uid(5, "uid-1")
                        .uid(6, "uid-2")
                        .build()
                        .toBuilder()
                        .setMaxParallelism(KEY_GROUPS)
                        .build());
        CheckpointManifest manifest = CheckpointManifest.newBuilder()
                .addTasks(task(1, 0, 1).addOperators(operator(1, 9)))
                .addTasks(task(2, 0, 1).addOperators(operator(2, 8)).addGates(gate(8, false)))
                .build();
        TaskSnapshot task = new StateAssignment(chained, manifest, false)
                .of(chained.vertex(5), 0)
                .orElseThrow();
        assertThat(task.getVertex()).isEqualTo(5);
        assertThat(task.getOperatorsList())
                .extracting(OperatorSnapshot::getUid, OperatorSnapshot::getWatermark)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple("uid-1", 9L),
                        org.assertj.core.api.Assertions.tuple("uid-2", 8L));
        assertThat(task.getGatesCount()).isZero();
    }

    @Test
    void eventTimeBeginsAnewWhenADrainedJobIsTakenUpAgain() {
        CheckpointManifest.Builder manifest = twoSources().setDrained(true);
        manifest.getTasksBuilder(0)
                .setEnded(true)
                .getOperatorsBuilder(0)
                .setWatermark(Long.MAX_VALUE)
                .setAdvancingTo(Long.MAX_VALUE);
        ExecutionGraph graph = graph(2);
        TaskSnapshot again = new StateAssignment(graph, manifest.build(), false)
                .of(graph.vertex(1), 0)
                .orElseThrow();
        assertThat(again.getEnded()).isFalse();
        assertThat(again.getOperators(0).getWatermark()).isEqualTo(Long.MIN_VALUE);
        TaskSnapshot itself = new StateAssignment(graph, manifest.build(), true)
                .of(graph.vertex(1), 0)
                .orElseThrow();
        assertThat(itself.getEnded()).isTrue();
        assertThat(itself.getOperators(0).getWatermark()).isEqualTo(Long.MAX_VALUE);
    }
}
