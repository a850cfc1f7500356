package io.tidemark.checkpoint.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CheckpointStorages;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.storage.StorageOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A storage whose disk is full, slow or false, as a drill makes it while the processes run. */
class FaultyDiskTest {
    private static final long MILLISECOND_NS = 1_000_000;

    @TempDir
    Path directory;

    private Path faults;
    private CheckpointStorage storage;

    @BeforeEach
    void open() {
        faults = directory.resolve("faults");
        Configuration options = Configuration.empty().with(StorageOptions.DISK_FAULT_FILE, faults.toString());
        storage = CheckpointStorages.open(directory.resolve("checkpoints").toString(), "job", options);
    }

    private static CheckpointManifest manifest(long id, FileRef... files) {
        return CheckpointManifest.newBuilder()
                .setCheckpointId(id)
                .addAllFiles(List.of(files))
                .build();
    }

    private List<Path> filesLeft() throws IOException {
        try (Stream<Path> all = Files.walk(directory.resolve("checkpoints"))) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void a_full_disk_is_named_and_leaves_nothing_half_written() throws IOException {
        FileRef before = storage.put(new byte[] {1});
        storage.writeManifest(manifest(1, before));
        List<Path> good = filesLeft();
        Path source = Files.write(directory.resolve("source"), new byte[100_000]);
        Files.writeString(faults, "full");

        assertThatThrownBy(() -> storage.put(source))
                .isInstanceOf(DiskFullException.class)
                .hasMessageStartingWith("The disk of " + directory.resolve("checkpoints/job/files") + " is full (0 of ")
                .hasMessageContaining(" MiB free).\nMake room there");
        assertThatThrownBy(() -> storage.put(new byte[] {2})).isInstanceOf(DiskFullException.class);
        assertThatThrownBy(() -> storage.writeManifest(manifest(2, before))).isInstanceOf(DiskFullException.class);
        assertThat(filesLeft()).containsExactlyInAnyOrderElementsOf(good);
        assertThat(storage.readManifest(1).getFilesList()).containsExactly(before);

        Files.delete(faults);
        storage.writeManifest(manifest(2, before, storage.put(source)));
        assertThat(storage.manifestIds()).containsExactly(1L, 2L);
    }

    @Test
    void a_disk_that_was_full_before_the_job_began_is_named_too() throws IOException {
        Files.writeString(faults, "full");

        assertThatThrownBy(() -> storage.put(new byte[] {1})).isInstanceOf(DiskFullException.class);
    }

    @Test
    void what_a_false_disk_damages_is_noticed_when_it_is_read() throws IOException {
        Files.writeString(faults, "flip");
        FileRef bytes = storage.put(new byte[] {1, 2, 3});
        FileRef file = storage.put(Files.write(directory.resolve("source"), new byte[10_000]));
        storage.writeManifest(manifest(1, bytes, file));
        Files.delete(faults);

        assertThatThrownBy(() -> storage.read(bytes)).isInstanceOf(CorruptCheckpointException.class);
        assertThatThrownBy(() -> storage.fetch(file, directory.resolve("target")))
                .isInstanceOf(CorruptCheckpointException.class);
        assertThatThrownBy(() -> storage.readManifest(1)).isInstanceOf(CorruptCheckpointException.class);
    }

    @Test
    void a_slow_disk_takes_its_time() throws IOException {
        storage.put(new byte[] {1});
        Files.writeString(faults, "slow=50");

        long startNs = System.nanoTime();
        storage.put(new byte[] {2});

        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(50 * MILLISECOND_NS);
    }

    @Test
    void faults_are_read_as_they_are_written() {
        for (DiskFault fault : List.of(
                DiskFault.NONE,
                DiskFault.FULL,
                DiskFault.FLIPPING,
                DiskFault.slow(Duration.ofMillis(7)),
                new DiskFault(true, true, 9))) {
            assertThat(DiskFault.parse(fault.toString())).isEqualTo(fault);
        }
        assertThat(DiskFault.parse(" Full\n")).isEqualTo(DiskFault.FULL);
        assertThatThrownBy(() -> DiskFault.parse("broken")).hasMessageContaining("broken");
    }

    @Test
    void another_failure_than_a_full_disk_stays_what_it_is() {
        IOException other = new IOException("Input/output error");

        assertThat(DiskFullException.orElse(other, directory, Disk.SYSTEM)).isSameAs(other);
    }
}
