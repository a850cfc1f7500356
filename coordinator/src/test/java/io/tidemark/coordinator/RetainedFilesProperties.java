package io.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.Savepoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * A job whose tasks have real state and real files, under random interleavings of what is asynchronous: checkpoints that
 * overlap with what is left of given up ones, disks that are full for a while, savepoints in between, clean-ups.
 */
final class RetainedFilesProperties {
    private static final Path DIRECTORY = temporary();
    private static final Map<String, Integer> seen = new HashMap<>();

    private static Path temporary() {
        try {
            // In memory where that is offered: a checkpoint waits for the disk many times.
            Path memory = Path.of("/dev/shm");
            return Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "retained")
                    : Files.createTempDirectory("retained");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterContainer
    static void everythingWasTried() throws IOException {
        FileTree.delete(DIRECTORY);
        for (String what :
                new String[] {"completed", "failed", "busy", "timed out", "savepoint", "removed on the way"}) {
            assertThat(seen.getOrDefault(what, 0)).as("%s in %s", what, seen).isPositive();
        }
    }

    @Property(tries = 15, shrinking = ShrinkingMode.OFF)
    void trC8_everyRetainedCheckpointRestoresAndNoFileIsLeftThatNoneOfThemNames(@ForAll long seed) throws Exception {
        Path directory = DIRECTORY.resolve(Long.toHexString(seed));
        Files.createDirectories(directory);
        try (SteppedStorageJob job = new SteppedStorageJob(directory, new Random(seed))) {
            job.run(1_000);
            job.assertRetainedOnesRestore();
            job.end();
            job.assertRetainedOnesRestore();
            assertThat(job.filesThere()).isEqualTo(job.filesNamed());
            for (Map.Entry<Long, String> savepoint : job.savepoints().entrySet()) {
                Savepoint opened = Savepoints.open(savepoint.getValue(), Configuration.empty());
                assertThat(opened.isSelfContained()).isTrue();
                job.assertRestores(savepoint.getKey(), opened.manifest(), opened.files());
            }
            job.counts().forEach((what, count) -> seen.merge(what, count, Integer::sum));
        }
        FileTree.delete(directory);
    }
}
