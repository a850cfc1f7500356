package io.tidemark.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.checkpoint.disk.CrashingDisk;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A machine that loses its power between any two operations of its disk. */
class StorageCrashTest {
    private static final Path ROOT = Path.of("/checkpoints");
    private static final Duration GRACE = Duration.ofMinutes(15);

    /** What the coordinator and the tasks of a job do to a storage, and what was told to be complete. */
    private static final class Job {
        private final CheckpointStorage storage;
        private final SteppedClock clock;
        private final Random random;
        private final Set<Long> complete = new TreeSet<>();
        private final Set<Long> mayBeThere = new TreeSet<>();
        private final List<FileRef> files = new ArrayList<>();

        Job(CrashingDisk disk, SteppedClock clock, Random random) {
            this.storage = CheckpointStorage.directory(ROOT, "job", disk, clock, GRACE);
            this.clock = clock;
            this.random = random;
        }

        void run(int checkpoints) throws IOException {
            for (long id = 1; id <= checkpoints; id++) {
                checkpoint(id);
                if (complete.size() > 2) {
                    retire(complete.iterator().next());
                }
                clock.advance(Duration.ofMinutes(random.nextInt(20)));
            }
        }

        private void checkpoint(long id) throws IOException {
            CheckpointManifest.Builder manifest =
                    CheckpointManifest.newBuilder().setCheckpointId(id);
            for (FileRef old : List.copyOf(files)) {
                if (random.nextInt(3) > 0 && storage.renew(old)) {
                    manifest.addFiles(old);
                }
            }
            FileRef added = storage.put(new byte[] {(byte) id, 1, 2, 3, 4, 5});
            files.add(added);
            mayBeThere.add(id);
            manifest.setCompletedAtMs(clock.millis());
            storage.writeManifest(manifest.addFiles(added).build());
            complete.add(id);
        }

        private void retire(long id) throws IOException {
            complete.remove(id);
            storage.deleteManifest(id);
            mayBeThere.remove(id);
            storage.deleteUnreferenced(Set.of());
        }
    }

    @Property(tries = 300)
    void trC9_whatWasToldToBeCompleteIsThereAfterACrashAnywhereAndWhole(@ForAll long seed) throws IOException {
        long operations = run(new CrashingDisk(seed), seed, Long.MAX_VALUE).operations();
        long crashBefore = new Random(seed).nextInt((int) operations);
        CrashingDisk disk = new CrashingDisk(seed);
        run(disk, seed, crashBefore);
    }

    /** @return the disk, after a crash if there was one */
    private static CrashingDisk run(CrashingDisk disk, long seed, long crashBefore) throws IOException {
        SteppedClock clock = new SteppedClock();
        Job job = new Job(disk, clock, new Random(seed));
        disk.crashBefore(crashBefore);
        try {
            job.run(6);
        } catch (CrashingDisk.Crash e) {
            disk.recover();
        }
        CheckpointStorage later = CheckpointStorage.directory(ROOT, "job", disk, clock, GRACE);
        assertThat(later.manifestIds()).containsAll(job.complete);
        assertThat(job.mayBeThere).containsAll(later.manifestIds());
        for (long id : later.manifestIds()) {
            for (FileRef file : later.readManifest(id).getFilesList()) {
                assertThatCode(() -> later.read(file))
                        .as("file %s of checkpoint %s", file.getSha256(), id)
                        .doesNotThrowAnyException();
            }
        }
        return disk;
    }
}
