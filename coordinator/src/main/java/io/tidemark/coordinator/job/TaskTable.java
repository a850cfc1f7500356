package io.tidemark.coordinator.job;

import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.network.proto.KeyGroupsUsed;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.TaskMetrics;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

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

    private static final int STATES = TaskState.values().length;

    private final SortedMap<TaskKey, Entry> entries = new TreeMap<>();
    /** By worker the tasks that it has been asked to run. */
    private final SortedMap<String, List<Entry>> byWorker = new TreeMap<>();
    /** By worker how many of them are left; there is none without. */
    private final SortedMap<String, Integer> left = new TreeMap<>();
    /** By state, since every event asks for it: looking at all tasks would make n reports cost n² steps. */
    private final int[] inState = new int[STATES];

    /** By edge the key groups into which records fell that went along it. */
    private final Map<Integer, BitSet> usedKeyGroups = new HashMap<>();

    void add(TaskKey task, String workerId) {
        Entry entry = new Entry(task, workerId);
        entries.put(task, entry);
        byWorker.computeIfAbsent(workerId, worker -> new ArrayList<>()).add(entry);
        left.merge(workerId, 1, Integer::sum);
        inState[entry.state.ordinal()]++;
    }

    private void move(Entry entry, TaskState next) {
        if (next.isGone() && !entry.state.isGone()) {
            left.computeIfPresent(entry.workerId, (worker, tasks) -> tasks == 1 ? null : tasks - 1);
        }
        inState[entry.state.ordinal()]--;
        inState[next.ordinal()]++;
        entry.state = next;
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
        move(entry, state);
        return true;
    }

    /**
     * The worker no longer has any of its tasks.
     *
     * @return whether there were tasks left on it
     */
    boolean lose(String workerId) {
        if (!hasLeft(workerId)) {
            return false;
        }
        for (Entry entry : byWorker.get(workerId)) {
            if (!entry.state.isGone()) {
                move(entry, TaskState.LOST);
            }
        }
        return true;
    }

    boolean isOn(String workerId, TaskKey task) {
        Entry entry = entries.get(task);
        return entry != null && entry.workerId.equals(workerId);
    }

    boolean allAtLeast(TaskState state) {
        return countBelow(state.ordinal()) == 0;
    }

    boolean all(TaskState state) {
        return count(state) == entries.size();
    }

    boolean allGone() {
        return left.isEmpty();
    }

    int count(TaskState state) {
        return inState[state.ordinal()];
    }

    private int countBelow(int ordinal) {
        int count = 0;
        for (int state = 0; state < ordinal; state++) {
            count += inState[state];
        }
        return count;
    }

    Collection<Entry> entries() {
        return entries.values();
    }

    Set<TaskKey> keys() {
        return entries.keySet();
    }

    /** Workers that have had a task of the attempt. */
    Set<String> workers() {
        return Collections.unmodifiableSet(byWorker.keySet());
    }

    /** Workers on which a task is left, as of now. */
    Set<String> workersLeft() {
        return new TreeSet<>(left.keySet());
    }

    /** Whether a task is left on the worker. */
    boolean hasLeft(String workerId) {
        return left.containsKey(workerId);
    }

    /** By subtask. */
    List<Entry> of(int vertex) {
        return List.copyOf(entries.subMap(new TaskKey(vertex, 0), new TaskKey(vertex + 1, 0))
                .values());
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
