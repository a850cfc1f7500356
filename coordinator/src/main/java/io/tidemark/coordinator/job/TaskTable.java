package io.tidemark.coordinator.job;

import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.network.proto.KeyGroupsUsed;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.TaskMetrics;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The tasks of one attempt: where they are and how far. */
final class TaskTable {
    /** One task. */
    static final class Entry {
        private final TaskKey task;
        private final String workerId;
        private TaskState state = TaskState.DEPLOYING;
        private long recordsIn;
        private long recordsOut;

        private Entry(TaskKey task, String workerId) {
            this.task = task;
            this.workerId = workerId;
        }

        TaskKey task() {
            return task;
        }

        String workerId() {
            return workerId;
        }

        TaskState state() {
            return state;
        }

        long recordsIn() {
            return recordsIn;
        }

        long recordsOut() {
            return recordsOut;
        }
    }

    private final SortedMap<TaskKey, Entry> entries = new TreeMap<>();

    /** By edge the key groups into which records fell that went along it. */
    private final Map<Integer, BitSet> usedKeyGroups = new HashMap<>();

    void add(TaskKey task, String workerId) {
        entries.put(task, new Entry(task, workerId));
    }

    /**
     * Takes a report.
     *
     * @return whether it says something new
     */
    boolean report(String workerId, TaskKey task, TaskState state) {
        Entry entry = entries.get(task);
        if (entry == null
                || !entry.workerId.equals(workerId)
                || entry.state.isGone()
                || entry.state.compareTo(state) >= 0) {
            return false;
        }
        entry.state = state;
        return true;
    }

    /**
     * The worker no longer has any of its tasks.
     *
     * @return whether there were tasks left on it
     */
    boolean lose(String workerId) {
        boolean any = false;
        for (Entry entry : entries.values()) {
            if (entry.workerId.equals(workerId) && !entry.state.isGone()) {
                entry.state = TaskState.LOST;
                any = true;
            }
        }
        return any;
    }

    boolean isOn(String workerId, TaskKey task) {
        Entry entry = entries.get(task);
        return entry != null && entry.workerId.equals(workerId);
    }

    boolean allAtLeast(TaskState state) {
        return entries.values().stream().allMatch(entry -> entry.state.compareTo(state) >= 0);
    }

    boolean all(TaskState state) {
        return entries.values().stream().allMatch(entry -> entry.state == state);
    }

    boolean allGone() {
        return entries.values().stream().allMatch(entry -> entry.state.isGone());
    }

    int count(TaskState state) {
        return (int)
                entries.values().stream().filter(entry -> entry.state == state).count();
    }

    Collection<Entry> entries() {
        return entries.values();
    }

    Set<TaskKey> keys() {
        return entries.keySet();
    }

    /** Workers that have had a task of the attempt. */
    Set<String> workers() {
        return entries.values().stream().map(Entry::workerId).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Workers on which a task is left. */
    Set<String> workersLeft() {
        return entries.values().stream()
                .filter(entry -> !entry.state.isGone())
                .map(Entry::workerId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    List<Entry> of(int vertex) {
        return entries.values().stream()
                .filter(entry -> entry.task.vertex() == vertex)
                .sorted(Comparator.comparing(Entry::task))
                .toList();
    }

    /** The key groups into which records fell that went along any of these edges. */
    BitSet usedKeyGroups(List<PlanEdgeProto> edges) {
        BitSet used = new BitSet();
        edges.forEach(edge -> used.or(usedKeyGroups.getOrDefault(edge.getId(), new BitSet())));
        return used;
    }

    void metrics(TaskMetrics metrics) {
        Entry entry = entries.get(new TaskKey(metrics.getVertex(), metrics.getSubtask()));
        if (entry != null) {
            entry.recordsIn = metrics.getRecordsIn();
            entry.recordsOut = metrics.getRecordsOut();
            for (KeyGroupsUsed used : metrics.getKeyGroupsUsedList()) {
                usedKeyGroups
                        .computeIfAbsent(used.getEdge(), edge -> new BitSet())
                        .or(BitSet.valueOf(used.getBits().toByteArray()));
            }
        }
    }
}
