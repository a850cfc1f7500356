package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.proto.CheckpointKind;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Makes a savepoint out of nothing, for a job to start from, or out of another one: with operators added, changed or left
 * out.
 *
 * <pre>{@code
 * Savepoint before = Savepoints.open("/savepoints/savepoint-0123abcd-42");
 * try (SavepointReader reader = SavepointReader.of(before);
 *         SavepointWriter writer = SavepointWriter.of(before)) {
 *     writer.operator("count").removeState("total");
 *     try (Entries<StateEntry<String, Void, Long>> totals =
 *                     reader.values("count", Types.STRING, new ValueStateDescriptor<>("total", Types.LONG));
 *             KeyedStateWriter<String> keyed = writer.operator("count").keyed(Types.STRING)) {
 *         ValueState<Double> total = keyed.value(new ValueStateDescriptor<>("total", Types.DOUBLE));
 *         while (totals.hasNext()) {
 *             StateEntry<String, Void, Long> entry = totals.next();
 *             keyed.setKey(entry.key());
 *             total.update(entry.value() / 1000.0);
 *         }
 *     }
 *     writer.write("/savepoints/in-seconds");
 * }
 * }</pre>
 *
 * <p>Used by one thread. What is written before {@link #write} is kept in the directory for temporary files.
 */
public final class SavepointWriter implements AutoCloseable {
    /** The group in which the timers of process functions are. */
    public static final String FUNCTION_TIMERS = "function-timers";

    private final CheckpointManifest.Builder manifest;
    private final CheckpointStorage from;
    private final int maxParallelism;
    private final Clock clock;
    private final ScratchDirectory scratch;
    private final CheckpointStorage written;
    private final List<TaskSnapshot.Builder> tasks = new ArrayList<>();
    private final Map<String, OperatorWriter> open = new LinkedHashMap<>();
    /** Files of which this release does not know what names them. */
    private final List<FileRef> otherFiles = new ArrayList<>();

    private SavepointWriter(CheckpointManifest before, CheckpointStorage from, int maxParallelism, Clock clock)
            throws IOException {
        this.manifest = before.toBuilder().clearTasks().clearFiles();
        this.from = from;
        this.maxParallelism = maxParallelism;
        this.clock = clock;
        this.scratch = ScratchDirectory.create("tidemark-savepoint-writer");
        this.written = CheckpointStorage.in(scratch.path().resolve("written"));
        before.getTasksList().forEach(task -> tasks.add(task.toBuilder()));
        Map<String, FileRef> known = files();
        before.getFilesList().stream()
                .filter(file -> !known.containsKey(file.getSha256()))
                .forEach(otherFiles::add);
    }

    /**
     * Begins a savepoint with nothing in it.
     *
     * @param jobName for people
     * @param maxParallelism the number of key groups; the same as of the job that will start from it
     */
    public static SavepointWriter create(String jobName, int maxParallelism) throws IOException {
        String id = UUID.randomUUID().toString().replace("-", "").substring(0, 16);
        CheckpointManifest empty = CheckpointManifest.newBuilder()
                .setJobId(id)
                .setJobName(jobName)
                .setCheckpointId(1)
                .build();
        return new SavepointWriter(empty, null, maxParallelism, Clock.systemUTC());
    }

    /** Begins a savepoint that is like another one. That one is not changed. */
    public static SavepointWriter of(Savepoint savepoint) throws IOException {
        int maxParallelism = savepoint.manifest().getTasksList().stream()
                .mapToInt(TaskSnapshot::getMaxParallelism)
                .max()
                .orElseThrow(() -> new NotASavepointException(savepoint.location(), "nothing is in it"));
        return new SavepointWriter(savepoint.manifest(), savepoint.files(), maxParallelism, Clock.systemUTC());
    }

    /** The operator of a uid, which is added when it is not there: with one subtask, and of a name like its uid. */
    public OperatorWriter operator(String uid) {
        return operator(uid, uid, 1);
    }

    /**
     * The operator of a uid, which is added when it is not there.
     *
     * @param name of one that is added, for people
     * @param parallelism of one that is added: into so many parts, each with files of its own, its keyed state is cut. A job
     *     can start from it at any parallelism; at the same one it starts fastest
     */
    public OperatorWriter operator(String uid, String name, int parallelism) {
        return open.computeIfAbsent(uid, missing -> {
            List<OperatorSnapshot.Builder> parts = partsOf(uid);
            if (parts.isEmpty()) {
                parts = add(uid, name, parallelism);
            }
            return new OperatorWriter(uid, maxParallelism, parts, scratch, from, written, clock);
        });
    }

    private List<OperatorSnapshot.Builder> partsOf(String uid) {
        List<OperatorSnapshot.Builder> parts = new ArrayList<>();
        for (TaskSnapshot.Builder task : tasks) {
            for (OperatorSnapshot.Builder operator : task.getOperatorsBuilderList()) {
                if (operator.getUid().equals(uid)) {
                    parts.add(operator);
                }
            }
        }
        return parts;
    }

    private List<OperatorSnapshot.Builder> add(String uid, String name, int parallelism) {
        if (parallelism < 1 || parallelism > maxParallelism) {
            throw new IllegalArgumentException(
                    "operator \"" + uid + "\" with " + parallelism + " subtasks and " + maxParallelism + " key groups");
        }
        int vertex = 1
                + tasks.stream().mapToInt(TaskSnapshot.Builder::getVertex).max().orElse(-1);
        List<OperatorSnapshot.Builder> parts = new ArrayList<>();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            TaskSnapshot.Builder task = TaskSnapshot.newBuilder()
                    .setVertex(vertex)
                    .setSubtask(subtask)
                    .setParallelism(parallelism)
                    .setMaxParallelism(maxParallelism);
            parts.add(task.addOperatorsBuilder()
                    .setUid(uid)
                    .setWatermark(Long.MIN_VALUE)
                    .setAdvancingTo(Long.MIN_VALUE));
            tasks.add(task);
        }
        if (manifest.getOperatorsList().stream()
                .noneMatch(known -> known.getUid().equals(uid))) {
            manifest.addOperators(PlanOperator.newBuilder()
                    .setUid(uid)
                    .setName(name)
                    .setUidGiven(true)
                    .setParallelism(parallelism)
                    .setMaxParallelism(maxParallelism));
        }
        return parts;
    }

    /**
     * Leaves an operator out, with all that it has.
     *
     * @throws NoSuchStateException when there is none of that uid
     */
    public SavepointWriter remove(String uid) {
        if (partsOf(uid).isEmpty()) {
            throw new NoSuchStateException("operator", uid, "The savepoint", uids());
        }
        open.remove(uid);
        for (int i = tasks.size() - 1; i >= 0; i--) {
            removeFrom(tasks.get(i), uid);
            if (tasks.get(i).getOperatorsCount() == 0) {
                tasks.remove(i);
            }
        }
        for (int i = manifest.getOperatorsCount() - 1; i >= 0; i--) {
            if (manifest.getOperators(i).getUid().equals(uid)) {
                manifest.removeOperators(i);
            }
        }
        return this;
    }

    private static void removeFrom(TaskSnapshot.Builder task, String uid) {
        for (int i = task.getOperatorsCount() - 1; i >= 0; i--) {
            if (task.getOperators(i).getUid().equals(uid)) {
                task.removeOperators(i);
                if (i == 0) {
                    // What came in, or was on its way, came to the operator that is gone.
                    task.clearGates().clearInputs().clearEndedInputs().clearInFlight();
                }
            }
        }
    }

    private List<String> uids() {
        return tasks.stream()
                .flatMap(task -> task.getOperatorsList().stream())
                .map(OperatorSnapshot::getUid)
                .distinct()
                .toList();
    }

    /**
     * Writes the savepoint. It is durable when this returns.
     *
     * @param location its directory, which is made
     * @throws SavepointExistsException when a savepoint is there
     */
    public void write(String location) throws IOException {
        for (OperatorWriter operator : open.values()) {
            operator.finish();
        }
        Map<String, FileRef> files = files();
        otherFiles.forEach(file -> files.put(file.getSha256(), file));
        manifest.clearTasks().clearFiles();
        tasks.forEach(task -> manifest.addTasks(task.build()));
        manifest.addAllFiles(files.values())
                .setKind(CheckpointKind.SAVEPOINT)
                .setCreatedBy(Savepoints.release())
                .setCompletedAtMs(clock.millis());
        Savepoints.writeNew(manifest.build(), file -> written.exists(file) ? written : from, location);
    }

    /** What the tasks name, by name. */
    private Map<String, FileRef> files() {
        Map<String, FileRef> files = new TreeMap<>();
        for (TaskSnapshot.Builder task : tasks) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                for (StoreFile file : operator.getKeyed().getFilesList()) {
                    files.put(file.getFile().getSha256(), file.getFile());
                }
            }
            for (InFlightData data : task.getInFlightList()) {
                if (data.hasFile()) {
                    files.put(data.getFile().getSha256(), data.getFile());
                }
            }
        }
        return files;
    }

    /** Takes away what is not in a savepoint. */
    @Override
    public void close() {
        scratch.close();
    }
}
