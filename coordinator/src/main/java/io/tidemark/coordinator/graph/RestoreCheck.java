package io.tidemark.coordinator.graph;

import io.tidemark.api.config.JobOptions;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.RestoreFrom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether a job can start from a checkpoint: nothing of its state may be left behind or be missing unless somebody said so. */
public final class RestoreCheck {
    /**
     * What there is to say.
     *
     * @param problem why it cannot be
     * @param notes what the user should know when it can
     */
    public record Outcome(Optional<ErrorDetail> problem, List<String> notes) {
        public Outcome {
            notes = List.copyOf(notes);
        }

        static Outcome refused(String cause, String hint) {
            return new Outcome(
                    Optional.of(ErrorDetail.newBuilder()
                            .setCause(cause)
                            .setHint(hint)
                            .build()),
                    List.of());
        }
    }

    private RestoreCheck() {}

    /** Why a checkpoint of a job cannot be the start of its next attempt, or nothing. A task without its snapshot would start empty. */
    public static Optional<String> misfit(ExecutionGraph graph, CheckpointManifest manifest) {
        Optional<String> homeless = inFlightWithoutPlace(graph, manifest, "checkpoint " + manifest.getCheckpointId());
        if (homeless.isPresent()) {
            return homeless;
        }
        for (Vertex vertex : graph.vertices()) {
            for (String uid : vertex.uids()) {
                List<TaskSnapshot> tasks = tasksOf(uid, manifest);
                if (tasks.isEmpty() || !isWhole(tasks)) {
                    return Optional.of("checkpoint " + manifest.getCheckpointId() + " holds " + subtasks(tasks)
                            + " snapshots of \"" + vertex.name() + "\""
                            + (tasks.isEmpty()
                                    ? ""
                                    : ", which had " + tasks.get(0).getParallelism() + " subtasks"));
                }
            }
        }
        return Optional.empty();
    }

    /** Records on their way to an operator that is not reached from another task any more would be lost. */
    private static Optional<String> inFlightWithoutPlace(
            ExecutionGraph graph, CheckpointManifest manifest, String which) {
        Set<String> heads =
                graph.vertices().stream().map(vertex -> vertex.uids().get(0)).collect(Collectors.toSet());
        return manifest.getTasksList().stream()
                .filter(task -> task.getInFlightCount() > 0 && task.getOperatorsCount() > 0)
                .map(task -> task.getOperators(0).getUid())
                .filter(uid -> !heads.contains(uid))
                .findFirst()
                .map(uid -> which + " is unaligned: it holds records on their way to " + name(uid, manifest)
                        + ", which in this job's plan is not the first operator of a task");
    }

    private static List<TaskSnapshot> tasksOf(String uid, CheckpointManifest manifest) {
        return manifest.getTasksList().stream()
                .filter(task -> task.getOperatorsList().stream()
                        .anyMatch(operator -> operator.getUid().equals(uid)))
                .toList();
    }

    private static long subtasks(List<TaskSnapshot> tasks) {
        return tasks.stream().map(TaskSnapshot::getSubtask).distinct().count();
    }

    private static boolean isWhole(List<TaskSnapshot> tasks) {
        return subtasks(tasks) == tasks.get(0).getParallelism();
    }

    /** Whether a new job can start from the savepoint at {@code restore}, of this or of another version of it. */
    public static Outcome savepoint(ExecutionGraph graph, CheckpointManifest manifest, RestoreFrom restore) {
        String which = "the savepoint " + restore.getLocation();
        if (manifest.getDrained() && !restore.getAllowDrained()) {
            return Outcome.refused(
                    which + " was taken after event time had been brought to its end: windows that were open have fired"
                            + " with what they had",
                    "To go on from it all the same, with event time beginning anew, say --allow-drained.");
        }
        Optional<Outcome> unusable = unusable(graph, manifest, which);
        if (unusable.isPresent()) {
            return unusable.get();
        }
        Optional<String> homeless = inFlightWithoutPlace(graph, manifest, which);
        if (homeless.isPresent()) {
            return Outcome.refused(homeless.get(), "Start from a savepoint: those have nothing on its way.");
        }
        List<String> notes = new ArrayList<>();
        if (manifest.getDrained()) {
            notes.add(
                    "event time begins anew: windows that were open when the job was drained have fired, and fire again if"
                            + " more records come for them");
        }
        Map<String, String> gone = gone(graph, manifest);
        if (!gone.isEmpty() && !restore.getAllowNonRestored()) {
            return Outcome.refused(
                    which + " holds state of operators that this job does not have: "
                            + String.join(", ", gone.values()),
                    "Give operators the uids they had, or leave this state behind with --allow-non-restored.");
        }
        if (!gone.isEmpty()) {
            notes.add("state left behind: " + String.join(", ", gone.values()));
        }
        List<String> empty = startingEmpty(graph, manifest);
        if (!empty.isEmpty()) {
            notes.add("not in the savepoint, so without state at first: " + String.join(", ", empty));
        }
        return new Outcome(Optional.empty(), notes);
    }

    private static Optional<Outcome> unusable(ExecutionGraph graph, CheckpointManifest manifest, String which) {
        for (TaskSnapshot task : manifest.getTasksList()) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                List<TaskSnapshot> tasks = tasksOf(operator.getUid(), manifest);
                if (!isWhole(tasks)) {
                    return Optional.of(Outcome.refused(
                            which + " holds " + subtasks(tasks) + " of the " + task.getParallelism() + " subtasks of "
                                    + name(operator.getUid(), manifest),
                            "It is damaged. Use another one."));
                }
                int groups = graph.plan().getMaxParallelism();
                if (operator.hasKeyed() && task.getMaxParallelism() != groups) {
                    return Optional.of(Outcome.refused(
                            which + " has its keyed state in " + task.getMaxParallelism() + " key groups, this job has "
                                    + groups,
                            "Set " + JobOptions.MAX_PARALLELISM.key() + " to " + task.getMaxParallelism()
                                    + ", and the parallelism to no more than that."));
                }
            }
        }
        return Optional.empty();
    }

    /** Operators with state that has no place in the graph, as people know them, by uid. */
    private static Map<String, String> gone(ExecutionGraph graph, CheckpointManifest manifest) {
        Set<String> uids = new HashSet<>();
        Set<String> keyed = new HashSet<>();
        for (PlanNodeProto node : graph.plan().getNodesList()) {
            uids.add(node.getUid());
            if (isKeyed(node)) {
                keyed.add(node.getUid());
            }
        }
        Map<String, String> gone = new TreeMap<>();
        for (TaskSnapshot task : manifest.getTasksList()) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                boolean hasKeyedState = operator.getKeyed().getFilesCount() > 0;
                boolean hasOwnState = operator.getOwnList().stream().anyMatch(state -> state.getElementsCount() > 0);
                if (hasKeyedState && uids.contains(operator.getUid()) && !keyed.contains(operator.getUid())) {
                    gone.put(operator.getUid(), name(operator.getUid(), manifest) + " (it is not keyed any more)");
                } else if ((hasKeyedState || hasOwnState) && !uids.contains(operator.getUid())) {
                    gone.put(operator.getUid(), name(operator.getUid(), manifest));
                }
            }
        }
        return gone;
    }

    private static List<String> startingEmpty(ExecutionGraph graph, CheckpointManifest manifest) {
        Set<String> there = manifest.getTasksList().stream()
                .flatMap(task -> task.getOperatorsList().stream())
                .map(OperatorSnapshot::getUid)
                .collect(Collectors.toSet());
        return graph.plan().getNodesList().stream()
                .filter(node -> !there.contains(node.getUid()))
                .filter(node -> isKeyed(node) || node.getKind().equals(OperatorSpec.Kind.SOURCE_READER.name()))
                .map(node -> "\"" + node.getName() + "\" (uid \"" + node.getUid() + "\")")
                .toList();
    }

    private static boolean isKeyed(PlanNodeProto node) {
        return node.getInputsList().stream()
                .anyMatch(input -> !input.getKeySpec().isEmpty());
    }

    private static String name(String uid, CheckpointManifest manifest) {
        return manifest.getOperatorsList().stream()
                .filter(operator -> operator.getUid().equals(uid))
                .findFirst()
                .map(operator -> "\"" + operator.getName() + "\" (uid \"" + uid + "\"" + madeUp(operator) + ")")
                .orElse("uid \"" + uid + "\"");
    }

    private static String madeUp(PlanOperator operator) {
        return operator.getUidGiven() ? "" : ", made from its place in the plan";
    }
}
