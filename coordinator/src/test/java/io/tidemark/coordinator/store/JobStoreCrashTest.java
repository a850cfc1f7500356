package io.tidemark.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checkpoint.disk.CrashingDisk;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.proto.StoredJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Power cuts between any two operations on the disk. */
class JobStoreCrashTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final StoredJob JOB = StoredJob.newBuilder()
            .setJobId("job")
            .setPlan(Plans.sourceToSink(1))
            .build();

    /** What a test did before the cut: what was acknowledged, and what was under way. */
    private static final class Story {
        private final List<JobFacts> acknowledged = new ArrayList<>();
        private JobFacts underWay;
        private long epoch;

        private void tell(CrashingDisk disk) throws IOException {
            JobStore store = JobStore.over(disk, DIRECTORY);
            epoch = store.epoch();
            underWay = facts(0);
            store.create(JOB, underWay);
            acknowledged.add(underWay);
            for (int attempt = 1; attempt <= 3; attempt++) {
                underWay = facts(attempt);
                store.write("job", underWay);
                acknowledged.add(underWay);
            }
        }
    }

    private static JobFacts facts(int attempt) {
        return new JobFacts(JobStatus.ACTIVE, attempt, 0, List.of((long) attempt + 1), attempt + 2L, 0, 0, null);
    }

    @Test
    void whereverThePowerIsCutTheNewestAcknowledgedFactsOrTheNextOnesAreFound() throws IOException {
        long all = operations();
        int cuts = 0;
        for (long operations = 0; operations <= all; operations++) {
            for (int seed = 0; seed < 40; seed++) {
                CrashingDisk disk = new CrashingDisk(seed);
                disk.crashBefore(operations);
                Story story = new Story();
                try {
                    story.tell(disk);
                } catch (CrashingDisk.Crash cut) {
                    cuts++;
                }
                disk.recover();
                check(story, disk, operations, seed);
            }
        }
        assertThat(cuts).isGreaterThan(1_000);
    }

    private static long operations() throws IOException {
        CrashingDisk endless = new CrashingDisk(0);
        new Story().tell(endless);
        return endless.operations();
    }

    private static void check(Story story, CrashingDisk disk, long operations, int seed) throws IOException {
        String where = "cut after " + operations + " operations, seed " + seed;
        JobStore store = JobStore.over(disk, DIRECTORY);
        assertThat(store.epoch()).as(where).isGreaterThan(story.epoch);
        List<JobStore.Found> found = store.jobsFound();
        if (story.acknowledged.isEmpty() && found.isEmpty()) {
            return;
        }
        assertThat(found).as(where).hasSize(1);
        assertThat(found.get(0).problem()).as(where).isEmpty();
        assertThat(found.get(0).job()).as(where).contains(JOB);
        JobFacts newest =
                story.acknowledged.isEmpty() ? story.underWay : story.acknowledged.get(story.acknowledged.size() - 1);
        assertThat(found.get(0).facts().orElseThrow()).as(where).isIn(newest, story.underWay);
    }

    /** TR-K1: the epoch never goes back, however often the power is cut while it is raised. */
    @Test
    void theEpochRisesThroughAnyNumberOfCuts() throws IOException {
        Random random = new Random(5);
        CrashingDisk disk = new CrashingDisk(5);
        long newest = 0;
        for (int life = 0; life < 2_000; life++) {
            disk.crashBefore(disk.operations() + random.nextInt(16));
            try {
                long epoch = JobStore.over(disk, DIRECTORY).epoch();
                assertThat(epoch).isGreaterThan(newest);
                newest = epoch;
            } catch (CrashingDisk.Crash cut) {
                // Cut while it was opened.
            }
            disk.recover();
        }
        assertThat(newest).isGreaterThan(100);
    }
}
