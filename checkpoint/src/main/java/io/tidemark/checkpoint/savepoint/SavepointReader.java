package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks into a savepoint or a retained checkpoint, without the job's classes or with them. Used by one thread. */
public final class SavepointReader {
    private final Savepoint savepoint;
    private final Map<String, StoredOperator> operators = new LinkedHashMap<>();

    private SavepointReader(Savepoint savepoint) {
        this.savepoint = savepoint;
        Map<String, PlanOperator> plan = new LinkedHashMap<>();
        savepoint.manifest().getOperatorsList().forEach(operator -> plan.put(operator.getUid(), operator));
        Map<String, List<TaskSnapshot>> tasks = new LinkedHashMap<>();
        Map<String, List<OperatorSnapshot>> snapshots = new LinkedHashMap<>();
        for (TaskSnapshot task : savepoint.manifest().getTasksList()) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                String uid = operator.getUid();
                plan.putIfAbsent(uid, PlanOperator.newBuilder().setUid(uid).build());
                tasks.computeIfAbsent(uid, missing -> new ArrayList<>()).add(task);
                snapshots.computeIfAbsent(uid, missing -> new ArrayList<>()).add(operator);
            }
        }
        plan.forEach((uid, operator) -> operators.put(
                uid,
                new StoredOperator(
                        operator, tasks.getOrDefault(uid, List.of()), snapshots.getOrDefault(uid, List.of()))));
    }

    /**
     * Opens a savepoint or a retained checkpoint.
     *
     * @throws IOException as {@link Savepoints#open} says
     */
    public static SavepointReader open(String location) throws IOException {
        return of(Savepoints.open(location));
    }

    /** Reads a savepoint that is open. */
    public static SavepointReader of(Savepoint savepoint) {
        return new SavepointReader(savepoint);
    }

    public Savepoint savepoint() {
        return savepoint;
    }

    /** The operators of the plan, as far as the savepoint knows it, and those that it has something of. */
    public List<StoredOperator> operators() {
        return List.copyOf(operators.values());
    }

    /**
     * An operator.
     *
     * @param uidOrName its uid, or its name if no other operator has that
     * @throws NoSuchStateException when there is none
     */
    public StoredOperator operator(String uidOrName) {
        StoredOperator byUid = operators.get(uidOrName);
        if (byUid != null) {
            return byUid;
        }
        List<StoredOperator> named = operators.values().stream()
                .filter(operator -> operator.name().equals(uidOrName))
                .toList();
        if (named.size() == 1) {
            return named.get(0);
        }
        throw new NoSuchStateException(
                named.isEmpty() ? "operator" : "single operator", uidOrName, savepoint.location(), operators.keySet());
    }
}
