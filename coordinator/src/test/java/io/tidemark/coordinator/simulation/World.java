package io.tidemark.coordinator.simulation;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.proto.StoredReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What outlives every process: job store, checkpoint storage, the committed output; and the rules that must hold. */
final class World {
    /** What a sink has prepared at a barrier: of each source the rounds from (included) to (excluded). */
    record Committable(int sink, long checkpointId, int attempt, long[] from, long[] to) {}

    /** What a task puts into a checkpoint. */
    record Snapshot(
            int attempt,
            int parallelism,
            long checkpointId,
            boolean ended,
            long[] rounds,
            List<Committable> prepared) {}

    private static final int TRACE_LINES = 250;

    private final Agenda agenda;
    private final int splits;
    private final boolean traced;
    private final Deque<String> trace = new ArrayDeque<>();

    // Job store and checkpoint storage, as they stand on disk.
    private long epoch;
    private List<String> workersKnown = List.of();
    private final Map<String, JobFacts> facts = new HashMap<>();
    private final Map<String, StoredReport> reports = new HashMap<>();
    private final Map<String, SortedMap<Long, CheckpointManifest>> manifests = new HashMap<>();
    private final Map<String, Snapshot> snapshots = new HashMap<>();
    private int nextSnapshot;

    /** By job and sink: the rounds of each split that it has made visible. */
    private final Map<String, Map<Integer, long[]>> committed = new HashMap<>();

    private final Map<String, CheckpointManifest> savepoints = new HashMap<>();
    private final Map<String, Map<Long, Integer>> committingAttempt = new HashMap<>();
    private final Map<String, Map<String, Committable>> commitsSeen = new HashMap<>();
    private final Map<String, Long> newestDurable = new HashMap<>();

    World(Agenda agenda, int splits, boolean traced) {
        this.agenda = agenda;
        this.splits = splits;
        this.traced = traced;
    }

    void trace(String format, Object... args) {
        if (traced) {
            trace.addLast(agenda.nowMs() + " " + String.format(format, args));
            if (trace.size() > TRACE_LINES) {
                trace.removeFirst();
            }
        }
    }

    List<String> trace() {
        return new ArrayList<>(trace);
    }

    static void check(boolean holds, String rule, Object... args) {
        if (!holds) {
            throw new AssertionError(String.format(rule, args));
        }
    }

    int splits() {
        return splits;
    }

    // --------------------------------------------------------------------------------------- storage

    long raiseEpoch() {
        return ++epoch;
    }

    long epoch() {
        return epoch;
    }

    List<String> workersKnown() {
        return workersKnown;
    }

    void workersKnown(List<String> workerIds) {
        workersKnown = workerIds;
    }

    Map<String, JobFacts> facts() {
        return facts;
    }

    Map<String, StoredReport> reports() {
        return reports;
    }

    SortedMap<Long, CheckpointManifest> manifests(String jobId) {
        return manifests.computeIfAbsent(jobId, id -> new TreeMap<>());
    }

    /** A new job reaches the job store; false when it is there. */
    boolean create(String jobId) {
        if (facts.containsKey(jobId)) {
            return false;
        }
        persist(jobId, JobFacts.fresh());
        return true;
    }

    /** A write to the job store has reached the disk. */
    void persist(String jobId, JobFacts next) {
        JobFacts before = facts.get(jobId);
        if (before != null) {
            check(
                    !before.status().isTerminal() || before.status() == next.status(),
                    "an ended job lives again: %s after %s",
                    next.status(),
                    before.status());
            check(next.attempt() >= before.attempt(), "attempt %s after %s", next.attempt(), before.attempt());
            check(
                    next.latestCheckpoint() >= before.latestCheckpoint(),
                    "the latest checkpoint %s after %s",
                    next.latestCheckpoint(),
                    before.latestCheckpoint());
            check(next.nextCheckpointId() >= before.nextCheckpointId(), "checkpoint ids go back");
            check(
                    before.status() != JobStatus.CANCELLING || next.status() != JobStatus.ACTIVE,
                    "a cancel is forgotten");
        }
        for (long id : next.completed()) {
            check(manifests(jobId).containsKey(id), "checkpoint %s is recorded without a manifest", id);
        }
        facts.put(jobId, next);
        newestDurable.merge(jobId, next.latestCheckpoint(), Math::max);
        trace(
                "durable %s: %s attempt %s from %s, completed %s",
                jobId, next.status(), next.attempt(), next.restoreFrom(), next.completed());
    }

    /** What stands for a snapshot in a manifest. */
    NamedState keep(Snapshot snapshot) {
        String token = "snapshot-" + nextSnapshot++;
        snapshots.put(token, snapshot);
        return NamedState.newBuilder()
                .setName("snapshot")
                .setSharing(StateSharing.MERGE)
                .addElements(ByteString.copyFromUtf8(token))
                .build();
    }

    /** Those that an operator starts from. */
    List<Snapshot> snapshots(OperatorSnapshot operator) {
        return operator.getOwn(0).getElementsList().stream()
                .map(token -> snapshots.get(token.toStringUtf8()))
                .toList();
    }

    void manifestWritten(CheckpointManifest manifest) {
        for (var task : manifest.getTasksList()) {
            Snapshot snapshot = snapshots(task.getOperators(0)).get(0);
            check(
                    snapshot.attempt() == manifest.getAttempt(),
                    "checkpoint %s of attempt %s holds a snapshot of %s",
                    manifest.getCheckpointId(),
                    manifest.getAttempt(),
                    snapshot.attempt());
            check(
                    snapshot.checkpointId() == manifest.getCheckpointId(),
                    "checkpoint %s holds a snapshot of %s",
                    manifest.getCheckpointId(),
                    snapshot.checkpointId());
        }
        check(
                manifest.getTasksCount() == 2 * manifest.getTasks(0).getParallelism(),
                "a manifest of %s tasks",
                manifest.getTasksCount());
        CheckpointManifest before = manifests(manifest.getJobId()).put(manifest.getCheckpointId(), manifest);
        check(before == null, "checkpoint id %s is used twice", manifest.getCheckpointId());
    }

    // ----------------------------------------------------------------------------------------- rules

    /** A coordinator deploys an attempt. */
    void deploying(String jobId, long ofEpoch, int attempt, long restoreFrom) {
        if (ofEpoch < epoch) {
            return; // Repeated by a coordinator that is gone.
        }
        JobFacts durable = facts.get(jobId);
        check(attempt <= durable.attempt(), "attempt %s is deployed before it is recorded", attempt);
        if (attempt == durable.attempt()) {
            check(
                    restoreFrom == durable.restoreFrom(),
                    "restore from %s, recorded is %s",
                    restoreFrom,
                    durable.restoreFrom());
        }
    }

    /** The first deployment of an attempt fixes what it starts from: the newest complete checkpoint of all. */
    void starts(String jobId, int attempt, long restoreFrom) {
        if (attempt == facts.get(jobId).attempt()) {
            check(restoreFrom == facts.get(jobId).restoreFrom(), "attempt %s starts from %s", attempt, restoreFrom);
        }
    }

    /** A coordinator tells that a checkpoint is complete. */
    void completing(String jobId, long checkpointId) {
        check(
                newestDurable.getOrDefault(jobId, 0L) >= checkpointId,
                "checkpoint %s is said to be complete and not recorded",
                checkpointId);
    }

    /** A sink makes what it prepared visible; a second time is no news. */
    void commit(String jobId, Committable committable) {
        String key = committable.checkpointId() + "/" + committable.sink();
        Committable before =
                commitsSeen.computeIfAbsent(jobId, id -> new HashMap<>()).put(key, committable);
        int attempt = committingAttempt
                .computeIfAbsent(jobId, id -> new HashMap<>())
                .computeIfAbsent(committable.checkpointId(), id -> committable.attempt());
        check(
                attempt == committable.attempt(),
                "attempts %s and %s both commit for checkpoint %s",
                attempt,
                committable.attempt(),
                committable.checkpointId());
        if (before != null) {
            return;
        }
        long[] ends = ends(jobId, committable.sink());
        for (int source = 0; source < splits; source++) {
            check(
                    committable.from()[source] == ends[source],
                    "sink %s commits rounds %s to %s of split %s for checkpoint %s of attempt %s, committed are %s",
                    committable.sink(),
                    committable.from()[source],
                    committable.to()[source],
                    source,
                    committable.checkpointId(),
                    committable.attempt(),
                    ends[source]);
            ends[source] = committable.to()[source];
        }
    }

    private long[] ends(String jobId, int sink) {
        return committed
                .computeIfAbsent(jobId, id -> new HashMap<>())
                .computeIfAbsent(sink, number -> new long[splits]);
    }

    /** A sink that was not there in the checkpoint it starts from goes on where all others had come to. */
    void joins(String jobId, int sink, long[] rounds) {
        long[] ends = ends(jobId, sink);
        for (int split = 0; split < splits; split++) {
            ends[split] = Math.max(ends[split], rounds[split]);
        }
    }

    /** A savepoint is written: its checkpoint must still be there. */
    void savepoint(String jobId, long checkpointId, String location) {
        CheckpointManifest manifest = manifests(jobId).get(checkpointId);
        check(manifest != null, "checkpoint %s goes while a savepoint is made of it", checkpointId);
        savepoints.put(location, manifest);
    }

    /** Whether the output of all sinks is what was worked off by the savepoint, and no more. */
    boolean isAsOf(String jobId, int sinks, String location) {
        CheckpointManifest savepoint = savepoints.get(location);
        for (var task : savepoint.getTasksList()) {
            if (task.getVertex() == 2) {
                long[] rounds = snapshots(task.getOperators(0)).get(0).rounds();
                for (int sink = 0; sink < sinks; sink++) {
                    if (!Arrays.equals(ends(jobId, sink), rounds)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Whether all sinks have made the same visible. */
    boolean isEven(String jobId, int sinks) {
        for (int sink = 1; sink < sinks; sink++) {
            if (!Arrays.equals(ends(jobId, sink), ends(jobId, 0))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the output holds all rounds of all splits, once. */
    boolean isComplete(String jobId, int sinks, long rounds) {
        for (int sink = 0; sink < sinks; sink++) {
            for (long end : ends(jobId, sink)) {
                if (end != rounds) {
                    return false;
                }
            }
        }
        return true;
    }
}
