package io.tidemark.coordinator.graph;

import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.ChannelSnapshot;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.DeclaredInput;
import io.tidemark.checkpoint.proto.GateSnapshot;
import io.tidemark.checkpoint.proto.InputSnapshot;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Who starts from what of a checkpoint. State is found by operator uid, whatever chain and parallelism it was taken in:
 *
 * <ul>
 *   <li>keyed state goes to the subtasks whose key groups it holds, and with it the event time it had;
 *   <li>an operator's own state goes as its {@linkplain io.tidemark.api.operator.StateSharing sharing} says;
 *   <li>counts go to the first subtask, as one sum;
 *   <li>what was in flight goes as {@link InFlightAssignment} says;
 *   <li>event time is the least of what is brought together: of the operator, of each of its inputs.
 * </ul>
 *
 * <p>A task whose chain is as wide as it was takes its own snapshot as it is. Pure; not thread-safe.
 */
final class StateAssignment {
    /** What one subtask of an operator had. */
    private record Part(TaskSnapshot task, OperatorSnapshot operator) {
        boolean overlaps(KeyGroupRange range) {
            return range.overlaps(new KeyGroupRange(
                    operator.getKeyed().getFirstKeyGroup(), operator.getKeyed().getLastKeyGroup()));
        }
    }

    private final ExecutionGraph graph;
    private final boolean isSamePlan;
    private final InFlightAssignment inFlight;
    private final Map<String, List<Part>> parts = new HashMap<>();
    /** By the uids of their operators: tasks of one chain, by subtask. */
    private final Map<List<String>, List<TaskSnapshot>> chains = new HashMap<>();
    /** By vertex, whether its chain is as wide as it was. */
    private final Map<Integer, Boolean> asWide = new HashMap<>();
    /** By operator and state: the elements of all subtasks, in order. */
    private final Map<String, Map<String, NamedState>> own = new HashMap<>();

    /**
     * @param isSamePlan whether the checkpoint is of this very plan, so that ids of edges mean the same; else it is of an
     *     earlier version of the job
     */
    StateAssignment(ExecutionGraph graph, CheckpointManifest manifest, boolean isSamePlan) {
        this.graph = graph;
        this.isSamePlan = isSamePlan;
        this.inFlight = new InFlightAssignment(graph.plan().getMaxParallelism());
        List<TaskSnapshot> tasks = new ArrayList<>(manifest.getTasksList());
        tasks.sort(Comparator.comparingInt(TaskSnapshot::getVertex).thenComparingInt(TaskSnapshot::getSubtask));
        for (TaskSnapshot found : tasks) {
            TaskSnapshot task = isSamePlan || !manifest.getDrained() ? found : DrainedState.takenUpAgain(found);
            chains.computeIfAbsent(uids(task), chain -> new ArrayList<>()).add(task);
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                parts.computeIfAbsent(operator.getUid(), uid -> new ArrayList<>())
                        .add(new Part(task, operator));
            }
        }
    }

    private static List<String> uids(TaskSnapshot task) {
        return task.getOperatorsList().stream().map(OperatorSnapshot::getUid).toList();
    }

    /** What a task starts from; nothing when the checkpoint holds nothing of its operators. */
    Optional<TaskSnapshot> of(Vertex vertex, int subtask) {
        Optional<TaskSnapshot> unchanged = unchanged(vertex, subtask);
        if (unchanged.isPresent()) {
            return unchanged;
        }
        List<OperatorSnapshot> operators = new ArrayList<>();
        List<TaskSnapshot> from = new ArrayList<>();
        boolean isComplete = true;
        for (PlanNodeProto node : vertex.nodes()) {
            List<Part> taken = taken(node.getUid(), vertex, subtask);
            isComplete &= !taken.isEmpty();
            taken.forEach(part -> from.add(part.task()));
            operators.addAll(operators(node.getUid(), taken, vertex, subtask));
        }
        if (from.isEmpty()) {
            return Optional.empty();
        }
        TaskSnapshot.Builder task = TaskSnapshot.newBuilder()
                .setVertex(vertex.id())
                .setSubtask(subtask)
                .setParallelism(vertex.parallelism())
                .setMaxParallelism(graph.plan().getMaxParallelism())
                .addAllOperators(operators)
                .setEnded(isComplete && from.stream().allMatch(TaskSnapshot::getEnded));
        addInputs(task, heads(vertex, subtask));
        task.addAllInFlight(
                inFlight.dealt(vertex, subtask, allHeads(vertex.uids().get(0))));
        return Optional.of(task.build());
    }

    // ------------------------------------------------------------------------------------ as it was

    private Optional<TaskSnapshot> unchanged(Vertex vertex, int subtask) {
        List<TaskSnapshot> tasks = chains.getOrDefault(vertex.uids(), List.of());
        if (!asWide.computeIfAbsent(vertex.id(), id -> isAsWide(tasks, vertex.parallelism()))) {
            return Optional.empty();
        }
        TaskSnapshot.Builder task = tasks.get(subtask).toBuilder();
        task.setVertex(vertex.id());
        for (OperatorSnapshot.Builder operator : task.getOperatorsBuilderList()) {
            for (NamedState.Builder state : operator.getOwnBuilderList()) {
                if (state.getSharing() == StateSharing.UNION) {
                    state.clearElements().addAllElements(all(operator.getUid(), state.getName()));
                }
            }
        }
        for (GateSnapshot.Builder gate : task.getGatesBuilderList()) {
            List<ChannelSnapshot> known = gate.getChannelsList().stream()
                    .filter(channel -> isProducerUnchanged(channel.getEdge()))
                    .toList();
            gate.clearChannels().addAllChannels(known);
        }
        task.clearInFlight()
                .addAllInFlight(inFlight.unchanged(tasks.get(subtask), data -> isProducerUnchanged(data.getEdge())));
        return Optional.of(task.build());
    }

    private static boolean isAsWide(List<TaskSnapshot> tasks, int parallelism) {
        return tasks.size() == parallelism && tasks.stream().allMatch(task -> task.getParallelism() == parallelism);
    }

    /** A channel from elsewhere starts without a watermark; its producer says at once where it stands. */
    private boolean isProducerUnchanged(int edgeId) {
        if (!isSamePlan) {
            return false;
        }
        Vertex producer = graph.plan().getEdgesList().stream()
                .filter(edge -> edge.getId() == edgeId)
                .findFirst()
                .map(edge -> graph.vertexOfNode(edge.getSource()))
                .orElse(null);
        return producer != null
                && chains.getOrDefault(producer.uids(), List.of()).size() == producer.parallelism();
    }

    // ------------------------------------------------------------------------------------ dealt out anew

    /** The parts that a subtask takes over: of keyed state those with its key groups, else all, as any may have said something. */
    private List<Part> taken(String uid, Vertex vertex, int subtask) {
        List<Part> all = parts.getOrDefault(uid, List.of());
        if (all.stream().noneMatch(part -> part.operator().hasKeyed())) {
            return all;
        }
        KeyGroupRange range =
                KeyGroups.range(subtask, vertex.parallelism(), graph.plan().getMaxParallelism());
        return all.stream().filter(part -> part.overlaps(range)).toList();
    }

    private List<OperatorSnapshot> operators(String uid, List<Part> taken, Vertex vertex, int subtask) {
        if (taken.isEmpty()) {
            return List.of();
        }
        List<OperatorSnapshot> operators = new ArrayList<>();
        OperatorSnapshot.Builder first = OperatorSnapshot.newBuilder().setUid(uid);
        if (taken.get(0).operator().hasKeyed()) {
            for (Part part : taken) {
                operators.add(
                        part.operator().toBuilder().clearOwn().clearCounters().build());
            }
            first.mergeFrom(operators.remove(0));
        } else {
            first.setWatermark(least(taken, part -> part.operator().getWatermark()))
                    .setAdvancingTo(least(taken, part -> part.operator().getAdvancingTo()))
                    .setIdle(taken.stream().allMatch(part -> part.operator().getIdle()));
            addDeclared(first, taken);
        }
        first.addAllOwn(own(uid, vertex.parallelism(), subtask));
        if (subtask == 0) {
            parts.get(uid)
                    .forEach(part -> part.operator()
                            .getCountersMap()
                            .forEach((name, count) ->
                                    first.putCounters(name, first.getCountersOrDefault(name, 0) + count)));
        }
        operators.add(0, first.build());
        return operators;
    }

    /** What of declared watermarks came in, if it was the same for all; and all that each had sent. */
    private static void addDeclared(OperatorSnapshot.Builder operator, List<Part> taken) {
        List<DeclaredInput> inputs = taken.get(0).operator().getDeclaredInputsList();
        if (taken.stream()
                .allMatch(part -> part.operator().getDeclaredInputsList().equals(inputs))) {
            operator.addAllDeclaredInputs(inputs);
        }
        taken.forEach(part -> operator.addAllDeclaredOutputs(part.operator().getDeclaredOutputsList()));
    }

    private List<NamedState> own(String uid, int parallelism, int subtask) {
        List<NamedState> dealt = new ArrayList<>();
        for (NamedState state : ownOf(uid).values()) {
            if (state.getSharing() != StateSharing.SPLIT) {
                dealt.add(state);
                continue;
            }
            NamedState.Builder mine = state.toBuilder().clearElements();
            for (int i = subtask; i < state.getElementsCount(); i += parallelism) {
                mine.addElements(state.getElements(i));
            }
            dealt.add(mine.build());
        }
        return dealt;
    }

    private Iterable<com.google.protobuf.ByteString> all(String uid, String state) {
        return ownOf(uid).get(state).getElementsList();
    }

    private Map<String, NamedState> ownOf(String uid) {
        return own.computeIfAbsent(uid, operator -> {
            Map<String, NamedState.Builder> joined = new LinkedHashMap<>();
            for (Part part : parts.getOrDefault(operator, List.of())) {
                for (NamedState state : part.operator().getOwnList()) {
                    if (state.getSharing() == StateSharing.BROADCAST && joined.containsKey(state.getName())) {
                        // All have the same.
                        continue;
                    }
                    joined.computeIfAbsent(
                                    state.getName(), name -> state.toBuilder().clearElements())
                            .addAllElements(state.getElementsList());
                }
            }
            Map<String, NamedState> states = new LinkedHashMap<>();
            joined.forEach((name, state) -> states.put(name, state.build()));
            return states;
        });
    }

    // ------------------------------------------------------------------------------------ inputs

    private List<TaskSnapshot> allHeads(String uid) {
        return parts.getOrDefault(uid, List.of()).stream()
                .map(Part::task)
                .filter(task -> uids(task).get(0).equals(uid))
                .toList();
    }

    /** Tasks that the operator at the head was the head of, of which a subtask takes something over. */
    private Collection<TaskSnapshot> heads(Vertex vertex, int subtask) {
        String uid = vertex.uids().get(0);
        return taken(uid, vertex, subtask).stream()
                .map(Part::task)
                .filter(task -> uids(task).get(0).equals(uid))
                .toList();
    }

    /** Each input stands where the one that was least far stood, and has ended when it had for all. */
    private static void addInputs(TaskSnapshot.Builder task, Collection<TaskSnapshot> heads) {
        if (heads.isEmpty()) {
            return;
        }
        Map<Integer, List<InputSnapshot>> inputs = new TreeMap<>();
        Map<Integer, List<GateSnapshot>> gates = new TreeMap<>();
        Map<Integer, Integer> ended = new TreeMap<>();
        for (TaskSnapshot head : heads) {
            head.getInputsList()
                    .forEach(input -> inputs.computeIfAbsent(input.getInput(), ordinal -> new ArrayList<>())
                            .add(input));
            head.getGatesList()
                    .forEach(gate -> gates.computeIfAbsent(gate.getInput(), ordinal -> new ArrayList<>())
                            .add(gate));
            head.getEndedInputsList().forEach(input -> ended.merge(input, 1, Integer::sum));
        }
        ended.forEach((input, count) -> {
            if (count == heads.size()) {
                task.addEndedInputs(input);
            }
        });
        inputs.forEach((ordinal, states) -> task.addInputs(InputSnapshot.newBuilder()
                .setInput(ordinal)
                .setWatermark(least(states, InputSnapshot::getWatermark))
                .setIdle(states.stream().allMatch(InputSnapshot::getIdle))
                .setEnded(states.stream().allMatch(InputSnapshot::getEnded))));
        gates.forEach((ordinal, states) -> task.addGates(GateSnapshot.newBuilder()
                .setInput(ordinal)
                .setWatermark(least(states, GateSnapshot::getWatermark))
                .setIdle(states.stream().allMatch(GateSnapshot::getIdle))));
    }

    private static <T> long least(List<T> all, Function<T, Long> watermark) {
        return all.stream().map(watermark).min(Comparator.naturalOrder()).orElse(Long.MIN_VALUE);
    }
}
