package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.disk.CrashingDisk;
import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.TaskSlot;
import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.Event;
import io.tidemark.coordinator.job.Failure;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobMaster;
import io.tidemark.coordinator.job.JobPolicy;
import io.tidemark.coordinator.job.JobSpec;
import io.tidemark.coordinator.job.TaskState;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.store.JobStore;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands on the disk when a checkpoint is told to be complete: all of it, and for good. */
class CompletedOnDiskTest {
    private static final Path STORAGE = Path.of("/checkpoints");
    private static final Path STORE = Path.of("/store");
    private static final JobPolicy POLICY =
            new JobPolicy(new CheckpointTiming(1_000, 0, 5_000, 0), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);

    /** What the sink's file holds at a checkpoint. */
    private static byte[] state(long checkpointId) {
        return new byte[] {1, 2, 3, (byte) checkpointId};
    }

    /** A job of one source and one sink, whose coordinator and tasks write to one disk, each effect as soon as it comes. */
    private static final class Job {
        private final CheckpointStorage storage;
        private final CheckpointFiles files;
        private final JobStore store;
        private final JobMaster master;
        private final List<Long> committed = new ArrayList<>();
        private Runnable onCommit = () -> {};
        private long nowMs = 50_000;

        Job(Disk disk) throws IOException {
            storage = storage(disk);
            files = new CheckpointFiles(storage, Configuration.empty());
            store = JobStore.over(disk, STORE);
            store.create(StoredJob.newBuilder().setJobId("job").build(), JobFacts.fresh());
            master = new JobMaster(
                    new JobSpec("job", 1_000, ExecutionGraph.of(Plans.sourceToSink(1)), "", 0, "", POLICY),
                    store.epoch(),
                    JobFacts.fresh());
            send(new Event.Begin());
            send(new Event.SlotsGranted(List.of(new TaskSlot("w", "w:1"))));
        }

        static CheckpointStorage storage(Disk disk) {
            return CheckpointStorage.directory(
                    STORAGE, "job", disk, Clock.systemUTC(), CheckpointStorage.DEFAULT_GRACE);
        }

        void checkpoint() throws IOException {
            nowMs += 1_000;
            send(new Event.Tick());
        }

        private void send(Event event) throws IOException {
            for (Effect effect : master.on(event, nowMs)) {
                perform(effect);
            }
        }

        private void perform(Effect effect) throws IOException {
            if (effect instanceof Effect.Persist persist) {
                store.write("job", persist.facts());
                send(new Event.Persisted(persist.version()));
            } else if (effect instanceof Effect.WriteManifest write) {
                // The process is gone with the power, so it does not matter what it would have done next.
                send(files.write(write.manifest()));
            } else if (effect instanceof Effect.CleanUp cleanUp) {
                send(files.cleanUp(cleanUp.retained()));
            } else if (effect instanceof Effect.CallWorker call) {
                call(call.call());
            }
        }

        private void call(WorkerCall call) throws IOException {
            switch (call.kind()) {
                case DEPLOY -> report(TaskState.DEPLOYED);
                case START -> report(TaskState.RUNNING);
                case TRIGGER_CHECKPOINT -> ack(((TriggerCheckpointRequest) call.request()).getCheckpointId());
                case NOTIFY_CHECKPOINT -> {
                    NotifyCheckpointRequest told = (NotifyCheckpointRequest) call.request();
                    if (told.getCompleted()) {
                        onCommit.run();
                        committed.add(told.getCheckpointId());
                    }
                }
                // Its tasks are never in a burst.
                case UNALIGN -> {}
                default -> throw new AssertionError(call);
            }
        }

        private void report(TaskState state) throws IOException {
            for (int vertex = 1; vertex <= 2; vertex++) {
                send(new Event.TaskReported(
                        "w",
                        store.epoch(),
                        1,
                        new TaskKey(vertex, 0),
                        state,
                        ErrorDetail.getDefaultInstance(),
                        Failure.Kind.OWN));
            }
        }

        private void ack(long checkpointId) throws IOException {
            byte[] state = state(checkpointId);
            for (int vertex = 1; vertex <= 2; vertex++) {
                OperatorSnapshot.Builder operator =
                        OperatorSnapshot.newBuilder().setUid("uid-" + vertex);
                if (vertex == 2) {
                    StoreFile file = StoreFile.newBuilder()
                            .setName("1.sst")
                            .setFile(storage.put(state))
                            .build();
                    operator.setKeyed(KeyedStateHandle.newBuilder().addFiles(file));
                }
                send(new Event.CheckpointAcked(
                        "w",
                        store.epoch(),
                        1,
                        new TaskKey(vertex, 0),
                        checkpointId,
                        TaskSnapshot.newBuilder()
                                .setVertex(vertex)
                                .setParallelism(1)
                                .addOperators(operator)
                                .build()));
            }
        }
    }

    @Test
    void trC9_filesThenManifestThenFactsAreForcedWithTheirDirectoriesBeforeSinksAreToldToCommit() throws IOException {
        RecordingDisk disk = new RecordingDisk(new CrashingDisk(1));
        Job job = new Job(disk);
        job.checkpoint();
        job.onCommit = () -> disk.operations().add("commit");
        disk.operations().clear();

        job.checkpoint();

        String file = job.storage.readManifest(2).getFiles(0).getSha256();
        List<String> expected = new ArrayList<>();
        // Its number, before any barrier.
        expected.addAll(written("/store/jobs/job", "state"));
        expected.addAll(written("/checkpoints/job/files", file));
        expected.addAll(written("/checkpoints/job/checkpoints", "chk-0000000002.manifest"));
        expected.addAll(written("/store/jobs/job", "state"));
        expected.add("commit");
        assertThat(disk.operations()).startsWith(expected.toArray(String[]::new));
    }

    private static List<String> written(String directory, String name) {
        String temporary = directory + "/.tmp-" + name;
        return List.of(
                "create " + temporary,
                "force " + temporary,
                "rename " + temporary + " to " + directory + "/" + name,
                "forceDirectory " + directory);
    }

    @Test
    void trC9_whereverThePowerGoesWhatWasToldToBeCompleteIsFoundAndWhole() throws IOException {
        CrashingDisk endless = new CrashingDisk(0);
        threeCheckpoints(new Job(endless));
        long all = endless.operations();
        int interrupted = 0;
        for (long operation = 0; operation <= all; operation++) {
            for (int seed = 0; seed < 10; seed++) {
                interrupted += crash(seed, operation) ? 1 : 0;
            }
        }
        assertThat(interrupted).isGreaterThan(300);
    }

    private static void threeCheckpoints(Job job) throws IOException {
        for (int i = 0; i < 3; i++) {
            job.checkpoint();
        }
    }

    private static boolean crash(int seed, long operation) throws IOException {
        CrashingDisk disk = new CrashingDisk(seed);
        disk.crashBefore(operation);
        List<Long> committed = List.of();
        boolean crashed = false;
        Job job = null;
        try {
            job = new Job(disk);
            committed = job.committed;
            threeCheckpoints(job);
        } catch (CrashingDisk.Crash e) {
            crashed = true;
        }
        disk.recover();
        if (committed.isEmpty()) {
            return crashed;
        }
        String where = "power gone before operation " + operation + ", seed " + seed;
        long newest = committed.get(committed.size() - 1);
        JobFacts facts = JobStore.over(disk, STORE).jobsFound().get(0).facts().orElseThrow();
        assertThat(facts.latestCheckpoint()).as(where).isGreaterThanOrEqualTo(newest);
        CheckpointStorage storage = Job.storage(disk);
        for (long id : List.of(newest, facts.latestCheckpoint())) {
            CheckpointManifest manifest = storage.readManifest(id);
            for (FileRef file : manifest.getFilesList()) {
                assertThat(storage.read(file)).as(where).containsExactly(state(id));
            }
        }
        return crashed;
    }
}
