package io.tidemark.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobOrders;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.job.Order;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.proto.StoredJob;
import io.tidemark.coordinator.proto.StoredReport;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobDetail;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStoreTest {
    @TempDir
    Path directory;

    private static StoredJob job(String jobId) {
        return StoredJob.newBuilder()
                .setJobId(jobId)
                .setPlan(Plans.sourceToSink(1))
                .build();
    }

    private static final JobFacts EVERYTHING = new JobFacts(
            JobStatus.FAILED,
            3,
            6,
            List.of(5L, 6L, 9L),
            11,
            2,
            1_234,
            ErrorDetail.newBuilder().setCause("boom").setHint("mend it").build(),
            new JobOrders(
                    new Origin("/checkpoints/other/manifest-3", "other", 3),
                    4,
                    List.of(
                            new Order(
                                    "done",
                                    Order.Kind.SAVEPOINT,
                                    "/savepoints",
                                    false,
                                    0,
                                    false,
                                    Order.State.DONE,
                                    "/savepoints/b",
                                    null),
                            new Order(
                                    "failed",
                                    Order.Kind.RESCALE,
                                    "",
                                    false,
                                    9,
                                    true,
                                    Order.State.FAILED,
                                    "",
                                    ErrorDetail.newBuilder()
                                            .setCause("no slots")
                                            .build()),
                            Order.stop("open", "/savepoints", true)),
                    "/savepoints/c"));

    @Test
    void whatIsStoredIsFoundByTheNextCoordinator() throws Exception {
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.create(job("a"), JobFacts.fresh())).isTrue();
            assertThat(store.create(job("b"), JobFacts.fresh())).isTrue();
            store.write("b", EVERYTHING);
        }
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.jobsFound()).extracting(JobStore.Found::jobId).containsExactly("a", "b");
            assertThat(store.jobsFound().get(0).facts()).contains(JobFacts.fresh());
            assertThat(store.jobsFound().get(1).facts()).contains(EVERYTHING);
            assertThat(store.jobsFound().get(1).job()).contains(job("b"));
        }
    }

    @Test
    void everyCoordinatorHasAHigherEpoch() {
        long first;
        try (JobStore store = JobStore.open(directory)) {
            first = store.epoch();
        }
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.epoch()).isEqualTo(first + 1);
        }
    }

    @Test
    void oneCoordinatorAtATimeUsesIt() {
        try (JobStore store = JobStore.open(directory)) {
            assertThatThrownBy(() -> JobStore.open(directory))
                    .isInstanceOf(JobStoreException.class)
                    .hasMessageContaining("another coordinator uses the job store")
                    .hasMessageContaining(directory.toString());
            assertThat(store.epoch()).isEqualTo(1);
        }
        JobStore.open(directory).close();
    }

    @Test
    void aJobIsTakenOnOnce() throws Exception {
        try (JobStore store = JobStore.open(directory)) {
            store.create(job("a"), JobFacts.fresh());
            store.write("a", EVERYTHING);
            assertThat(store.create(job("a"), JobFacts.fresh())).isFalse();
            assertThat(store.jobsFound().get(0).facts()).contains(EVERYTHING);
        }
    }

    @Test
    void nothingIsWrittenOnceAnotherHasRaisedTheEpoch() throws Exception {
        try (JobStore store = JobStore.open(directory)) {
            store.create(job("a"), JobFacts.fresh());
            Files.writeString(directory.resolve("epoch"), "77");
            assertThatThrownBy(() -> store.write("a", EVERYTHING))
                    .isInstanceOf(FencedException.class)
                    .hasMessageContaining("77");
            assertThatThrownBy(() -> store.create(job("b"), JobFacts.fresh())).isInstanceOf(FencedException.class);
            assertThatThrownBy(() -> store.writeReport("a", StoredReport.getDefaultInstance()))
                    .isInstanceOf(FencedException.class);
            assertThat(store.jobsFound()).hasSize(1);
            assertThat(store.jobsFound().get(0).facts()).contains(JobFacts.fresh());
        }
    }

    @Test
    void aDamagedJobIsToldOfAndTheOthersAreFound() throws Exception {
        try (JobStore store = JobStore.open(directory)) {
            store.create(job("a"), JobFacts.fresh());
            store.create(job("b"), JobFacts.fresh());
            Path state = directory.resolve("jobs/a/state");
            byte[] bytes = Files.readAllBytes(state);
            bytes[bytes.length / 2] ^= 1;
            Files.write(state, bytes);
            assertThat(store.jobsFound())
                    .satisfiesExactly(
                            a -> {
                                assertThat(a.isReadable()).isFalse();
                                assertThat(a.problem()).contains("state").contains("checksum does not match");
                                assertThat(a.job()).contains(job("a"));
                            },
                            b -> assertThat(b.isReadable()).isTrue());
        }
    }

    @Test
    void anEpochThatIsNoNumberIsNeverGuessed() throws Exception {
        JobStore.open(directory).close();
        Files.writeString(directory.resolve("epoch"), "soon");
        assertThatThrownBy(() -> JobStore.open(directory))
                .isInstanceOf(JobStoreException.class)
                .hasMessageContaining("\"soon\" instead of a number");
        Files.writeString(directory.resolve("epoch"), "5");
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.epoch()).isEqualTo(6);
        }
    }

    @Test
    void aReportIsKeptUntilAskedFor() throws Exception {
        StoredReport report = StoredReport.newBuilder()
                .setDetail(JobDetail.newBuilder().setRestarts(4))
                .build();
        try (JobStore store = JobStore.open(directory)) {
            store.create(job("a"), JobFacts.fresh());
            assertThat(store.report("a")).isEmpty();
            store.writeReport("a", report);
        }
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.report("a")).contains(report);
        }
    }

    @Test
    void theNamesOfTheWorkersAreRemembered() throws Exception {
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.formerWorkers()).isEmpty();
            store.writeWorkers(List.of("w1", "w2"));
        }
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.formerWorkers()).containsExactly("w1", "w2");
        }
    }

    @Test
    void anUploadedJarIsKeptUnderItsContentsNameAndLeftOversAreThrownAway() throws Exception {
        try (JobStore store = JobStore.open(directory)) {
            Path upload = Files.writeString(store.uploads().resolve("one"), "jar");
            Files.writeString(store.uploads().resolve("two"), "never completed");
            assertThat(store.keepJar(upload, "abc")).hasContent("jar").isEqualTo(store.jar("abc"));
            assertThat(upload).doesNotExist();
        }
        try (JobStore store = JobStore.open(directory)) {
            assertThat(store.jar("abc")).exists();
            assertThat(store.uploads()).isEmptyDirectory();
        }
    }
}
