package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.disk.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A storage of some kind, and ways past it to what it keeps. */
interface StorageUnderTest {
    CheckpointStorage open(String jobId, Clock clock, Duration grace);

    /** What the storage calls something of a job, such as {@code files/abc}. */
    String name(String jobId, String below);

    /** What is in {@code files} or {@code checkpoints} of a job, sorted. */
    List<String> list(String jobId, String below) throws IOException;

    byte[] read(String jobId, String below) throws IOException;

    void write(String jobId, String below, byte[] content) throws IOException;

    void delete(String jobId, String below) throws IOException;

    /** The kinds there are. */
    enum Kind {
        DIRECTORY {
            @Override
            StorageUnderTest make(Path directory) {
                return new InDirectory(directory);
            }
        },
        OBJECT_STORE {
            @Override
            StorageUnderTest make(Path directory) {
                return new InObjectStore(ObjectStore.shared(), ObjectStore.prefix());
            }
        };

        abstract StorageUnderTest make(Path directory);
    }

    record InDirectory(Path root) implements StorageUnderTest {
        @Override
        public CheckpointStorage open(String jobId, Clock clock, Duration grace) {
            return CheckpointStorage.directory(root, jobId, Disk.SYSTEM, clock, grace);
        }

        private Path path(String jobId, String below) {
            return root.resolve(jobId).resolve(below);
        }

        @Override
        public String name(String jobId, String below) {
            return path(jobId, below).toString();
        }

        @Override
        public List<String> list(String jobId, String below) throws IOException {
            try (Stream<Path> list = Files.list(path(jobId, below))) {
                return list.map(path -> path.getFileName().toString()).sorted().toList();
            }
        }

        @Override
        public byte[] read(String jobId, String below) throws IOException {
            return Files.readAllBytes(path(jobId, below));
        }

        @Override
        public void write(String jobId, String below, byte[] content) throws IOException {
            Files.write(path(jobId, below), content);
        }

        @Override
        public void delete(String jobId, String below) throws IOException {
            Files.delete(path(jobId, below));
        }
    }

    record InObjectStore(ObjectStore store, String prefix) implements StorageUnderTest {
        /** The smallest part that S3 takes. */
        static final long PART_BYTES = 5 << 20;

        @Override
        public CheckpointStorage open(String jobId, Clock clock, Duration grace) {
            return new S3CheckpointStorage(
                    store.client(), ObjectStore.BUCKET, prefix + "/" + jobId, clock, grace, PART_BYTES);
        }

        private String key(String jobId, String below) {
            return prefix + "/" + jobId + "/" + below;
        }

        @Override
        public String name(String jobId, String below) {
            return "s3://" + ObjectStore.BUCKET + "/" + key(jobId, below);
        }

        @Override
        public List<String> list(String jobId, String below) {
            String directory = key(jobId, below) + "/";
            return store.keys(directory).stream()
                    .map(key -> key.substring(directory.length()))
                    .toList();
        }

        @Override
        public byte[] read(String jobId, String below) {
            return store.read(key(jobId, below));
        }

        @Override
        public void write(String jobId, String below, byte[] content) {
            store.write(key(jobId, below), content);
        }

        @Override
        public void delete(String jobId, String below) {
            store.delete(key(jobId, below));
        }
    }
}
