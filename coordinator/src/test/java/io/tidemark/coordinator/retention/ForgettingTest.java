package io.tidemark.coordinator.retention;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CheckpointStorages;
import io.tidemark.checkpoint.storage.StorageOptions;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobOrders;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.store.JobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forgetting on a real job store and real storages, one look at a time. */
class ForgettingTest {
    @TempDir
    Path directory;

    private final List<String> forgotten = new ArrayList<>();
    private final Set<String> unreachable = new HashSet<>();
    private final Beginnings beginnings = new Beginnings();
    private JobStore store;
    private Forgetting forgetting;

    @BeforeEach
    void open() {
        store = JobStore.open(directory.resolve("jobs"));
        forgetting = new Forgetting(
                store,
                this::storage,
                new JobRetention(1, Optional.empty()),
                beginnings,
                () -> 1_000_000,
                forgotten::add,
                failure -> {
                    throw new AssertionError(failure);
                });
    }

    @AfterEach
    void close() {
        store.close();
    }

    private CheckpointStorage storage(String jobId) {
        if (unreachable.contains(jobId)) {
            return CheckpointStorages.open(
                    "s3://bucket",
                    jobId,
                    Configuration.empty()
                            .with(StorageOptions.S3_ENDPOINT, "http://127.0.0.1:1")
                            .with(StorageOptions.S3_ACCESS_KEY, "access")
                            .with(StorageOptions.S3_SECRET_KEY, "secret")
                            .with(StorageOptions.S3_ATTEMPTS, 1));
        }
        return CheckpointStorage.directory(directory.resolve("checkpoints"), jobId);
    }

    private Path checkpoints(String jobId) {
        return directory.resolve("checkpoints").resolve(jobId);
    }

    private void create(String jobId, String jar, JobFacts facts) throws IOException {
        if (!Files.exists(store.jar(jar))) {
            store.keepJar(Files.writeString(store.uploads().resolve(jobId), jar), jar);
        }
        store.create(
                StoredJob.newBuilder()
                        .setJobId(jobId)
                        .setJarSha256(jar)
                        .setPlan(Plans.sourceToSink(1))
                        .build(),
                facts);
    }

    private static JobFacts facts(JobStatus status, Long... completed) {
        return new JobFacts(status, 1, 0, List.of(completed), 9, 0, 0, null);
    }

    /** A job that ended with checkpoint 1. */
    private String ended(String jobId, String jar, long atMs) throws IOException {
        create(jobId, jar, facts(JobStatus.FINISHED, 1L));
        CheckpointStorage storage = CheckpointStorage.directory(directory.resolve("checkpoints"), jobId);
        FileRef file = storage.put(jobId.getBytes(US_ASCII));
        String path = storage.writeManifest(CheckpointManifest.newBuilder()
                .setFormatVersion(1)
                .setJobId(jobId)
                .setCheckpointId(1)
                .addFiles(file)
                .build());
        forgetting.mayForget(new EndedJob(jobId, atMs, true));
        return path;
    }

    private static JobOrders startFromOld(String path) {
        return JobOrders.startFrom(new Origin(path, "old", 1));
    }

    private List<String> stored() throws IOException {
        return store.jobsFound().stream().map(JobStore.Found::jobId).toList();
    }

    @Test
    void ofAJobThatIsForgottenRecordCheckpointsAndJarGo() throws Exception {
        ended("old", "jar-1", 10);
        ended("new", "jar-2", 20);
        create("running", "jar-3", JobFacts.fresh());

        forgetting.run();

        assertThat(forgotten).containsExactly("old");
        assertThat(stored()).containsExactly("new", "running");
        assertThat(checkpoints("old")).doesNotExist();
        assertThat(checkpoints("new").resolve("files")).isNotEmptyDirectory();
        assertThat(store.jar("jar-1")).doesNotExist();
        assertThat(store.jar("jar-2")).exists();
        assertThat(store.jar("jar-3")).exists();
    }

    @Test
    void aJarThatAnotherJobHasStays() throws Exception {
        ended("old", "jar", 10);
        ended("new", "other", 20);
        create("running", "jar", JobFacts.fresh());

        forgetting.run();

        assertThat(forgotten).containsExactly("old");
        assertThat(store.jar("jar")).exists();
    }

    @Test
    void aCheckpointThatAnotherJobWasStartedFromStaysUntilThatHasOneOfItsOwn() throws Exception {
        String path = ended("old", "jar", 10);
        ended("new", "jar", 20);
        create("child", "jar", JobFacts.fresh().with(startFromOld(path)));

        forgetting.run();
        assertThat(forgotten).isEmpty();
        assertThat(storage("old").readManifest(1).getFilesCount()).isEqualTo(1);

        store.write("child", facts(JobStatus.ACTIVE, 4L).with(startFromOld(path)));
        forgetting.run();
        assertThat(forgotten).containsExactly("old");
        assertThat(checkpoints("old")).doesNotExist();
    }

    @Test
    void aJobThatEndedBeforeItHadACheckpointNeedsNoneAnyMore() throws Exception {
        String path = ended("old", "jar", 10);
        ended("new", "jar", 20);
        create("child", "jar", facts(JobStatus.FAILED).with(startFromOld(path)));

        forgetting.run();

        assertThat(forgotten).containsExactly("old");
    }

    @Test
    void whatAJobThatIsBeingTakenOnStartsFromIsNotForgottenUnderneathIt() throws Exception {
        String path = ended("old", "jar", 10);
        ended("new", "jar", 20);
        CountDownLatch looks = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Thread submission = new Thread(() -> {
            try {
                beginnings.begin(() -> {
                    looks.countDown();
                    mayGoOn.await();
                    create("child", "jar", JobFacts.fresh().with(startFromOld(path)));
                    return true;
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        submission.start();
        looks.await();
        Thread looking = new Thread(forgetting::run);
        looking.start();
        // It stands at the lock, or has not come to it yet.
        looking.join(50);
        mayGoOn.countDown();
        submission.join();
        looking.join();

        assertThat(forgotten).isEmpty();
        assertThat(storage("old").manifestIds()).containsExactly(1L);
    }

    @Test
    void savepointsStayWhereverTheyAre() throws Exception {
        ended("old", "jar", 10);
        ended("new", "jar", 20);
        String elsewhere = Savepoints.write(
                storage("old").readManifest(1),
                storage("old"),
                directory.resolve("savepoints").toString(),
                Configuration.empty());
        String beside = Savepoints.write(
                storage("old").readManifest(1),
                storage("old"),
                checkpoints("old").resolve("mine").toString(),
                Configuration.empty());

        forgetting.run();

        assertThat(forgotten).containsExactly("old");
        for (String savepoint : List.of(elsewhere, beside)) {
            assertThat(Savepoints.open(savepoint, Configuration.empty()).isSelfContained())
                    .isTrue();
        }
        assertThat(checkpoints("old").resolve("files")).doesNotExist();
    }

    @Test
    void aJobWhoseStorageCannotBeReachedIsForgottenLater() throws Exception {
        ended("old", "jar-1", 10);
        ended("older", "jar-2", 5);
        ended("new", "jar-3", 20);
        unreachable.add("old");

        forgetting.run();
        assertThat(forgotten).contains("older");

        unreachable.clear();
        forgetting.run();
        assertThat(forgotten).containsExactly("older", "old");
        assertThat(stored()).containsExactly("new");
    }

    @Test
    void nothingOfWhatComesLateBringsAForgottenJobBack() throws Exception {
        ended("old", "jar", 10);
        ended("new", "jar", 20);
        forgetting.run();

        assertThatThrownBy(() -> store.write("old", JobFacts.fresh())).hasMessageContaining("there is no job old");
        assertThat(stored()).containsExactly("new");
    }

    @Test
    void withAJobThatCannotBeReadNoJarIsThrownAway() throws Exception {
        ended("old", "jar", 10);
        ended("new", "other", 20);
        create("damaged", "wanted", JobFacts.fresh());
        Files.write(directory.resolve("jobs/jobs/damaged/job"), new byte[] {1, 2, 3});

        forgetting.run();

        assertThat(forgotten).containsExactly("old");
        assertThat(store.jar("wanted")).exists();
        assertThat(store.jar("jar")).exists();
    }
}
