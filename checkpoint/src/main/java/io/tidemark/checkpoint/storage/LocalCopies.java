package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of the newest checkpoints of the tasks that ran here, kept on this machine as links to what the tasks had anyway, so
 * that a task which comes back need not fetch them. They are found again by a process that is started on the same directory,
 * and are believed no more than what comes from the storage: whatever is restored is checked against its name, once an
 * attempt.
 *
 * <p>A copy goes once a complete checkpoint does not name it any more. That nothing can be linked or kept costs speed alone,
 * so it is logged and no error. Thread-safe.
 */
public final class LocalCopies {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCopies.class);

    private final Path directory;
    private final Map<String, Job> jobs = new HashMap<>();

    /** What is known of the copies of a job. */
    private static final class Job {
        /** By file the newest checkpoint that wants it; for one that no checkpoint names yet, the next one. */
        private final Map<String, Long> wantedBy = new HashMap<>();

        private long newest;
    }

    /** @param directory on the disk on which the tasks have their state */
    public LocalCopies(Path directory) {
        this.directory = directory;
    }

    /**
     * A storage that keeps copies of what goes through it, and takes from them what it can. It is made for one attempt: what
     * one task has fetched through it and found good is not read again for another task, which after a rescale needs the
     * same files.
     */
    public CheckpointStorage over(CheckpointStorage storage, String jobId) {
        return new WithCopies(storage, StorageNames.job(jobId));
    }

    /** The jobs of which there are copies. */
    public List<String> jobIds() {
        return names(directory);
    }

    /** A task has written its part of a checkpoint; these files are in it. */
    public synchronized void onSnapshot(String jobId, long checkpointId, Set<String> sha256) {
        Job job = job(jobId);
        job.newest = Math.max(job.newest, checkpointId);
        sha256.forEach(name -> job.wantedBy.merge(name, checkpointId, Math::max));
    }

    /** A checkpoint is complete: what only older ones want goes. */
    public void onComplete(String jobId, long checkpointId) {
        Path copies = directory.resolve(StorageNames.job(jobId));
        for (String name : names(copies)) {
            if (!isWanted(jobId, name, checkpointId)) {
                delete(copies.resolve(name));
            }
        }
    }

    private synchronized boolean isWanted(String jobId, String name, long checkpointId) {
        Job job = job(jobId);
        boolean wanted = job.wantedBy.getOrDefault(name, Long.MIN_VALUE) >= checkpointId;
        if (!wanted) {
            job.wantedBy.remove(name);
        }
        return wanted;
    }

    /** Removes all copies of a job. */
    public void drop(String jobId) {
        synchronized (this) {
            jobs.remove(jobId);
        }
        Path copies = directory.resolve(StorageNames.job(jobId));
        names(copies).forEach(name -> delete(copies.resolve(name)));
        delete(copies);
    }

    private Job job(String jobId) {
        return jobs.computeIfAbsent(jobId, id -> new Job());
    }

    private synchronized void want(String jobId, String name) {
        Job job = job(jobId);
        job.wantedBy.merge(name, job.newest + 1, Math::max);
    }

    private static List<String> names(Path directory) {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            List<String> names = new ArrayList<>();
            stream.forEach(path -> names.add(path.getFileName().toString()));
            return names;
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (IOException e) {
            LOG.warn("the local copies in {} cannot be listed", directory, e);
            return List.of();
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("the local copy {} was not deleted", path, e);
        }
    }

    /** Goes to the copies first. */
    private final class WithCopies implements CheckpointStorage {
        private final CheckpointStorage storage;
        private final String jobId;
        private final Path copies;
        /** Of the files that were found good, by name; nothing for one that is being looked at for the first time. */
        private final Map<String, Found> found = new ConcurrentHashMap<>();

        /** Which file of the file system it was. Guarded by itself. */
        private static final class Found {
            private Object file;
        }

        WithCopies(CheckpointStorage storage, String jobId) {
            this.storage = storage;
            this.jobId = jobId;
            this.copies = directory.resolve(jobId);
        }

        /** Keeps a file that nobody will change any more. */
        private void keep(FileRef ref, Path file) {
            want(jobId, ref.getSha256());
            try {
                Files.createDirectories(copies);
                Files.createLink(copies.resolve(ref.getSha256()), file);
            } catch (FileAlreadyExistsException e) {
                // Kept before.
            } catch (IOException | UnsupportedOperationException e) {
                LOG.debug("no local copy of {}", file, e);
            }
        }

        @Override
        public FileRef put(Path file) throws IOException {
            FileRef ref = storage.put(file);
            if (StorageNames.isNeverChanged(file)) {
                keep(ref, file);
            }
            return ref;
        }

        @Override
        public void fetch(FileRef ref, Path target) throws IOException {
            if (!StorageNames.isNeverChanged(target)) {
                storage.fetch(ref, target);
                return;
            }
            Found good = found.computeIfAbsent(ref.getSha256(), name -> new Found());
            // Another task may be about to read it: its word is waited for.
            synchronized (good) {
                if (!takeCopy(ref, target, good.file)) {
                    storage.fetch(ref, target);
                    keep(ref, target);
                }
                good.file = fileKey(target);
            }
        }

        /** @param good the file that was found good before; null for none, or if files cannot be told apart here */
        private boolean takeCopy(FileRef ref, Path target, Object good) throws IOException {
            Path copy = copies.resolve(StorageNames.file(ref, copies.toString()));
            try {
                link(copy, target);
                if (good == null || !good.equals(fileKey(target))) {
                    ContentHash.check(ref, ContentHash.of(target), copy.toString());
                }
                want(jobId, ref.getSha256());
                return true;
            } catch (NoSuchFileException e) {
                return false;
            } catch (InterruptedIOException e) {
                // Whoever wanted it does not any more, which says nothing of the copy.
                Files.deleteIfExists(target);
                throw e;
            } catch (IOException e) {
                LOG.warn("a local copy is not used, the storage is: {}", e.getMessage());
                Files.deleteIfExists(target);
                delete(copy);
                return false;
            }
        }

        private static Object fileKey(Path path) throws IOException {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        }

        private void link(Path copy, Path target) throws IOException {
            Files.deleteIfExists(target);
            try {
                Files.createLink(target, copy);
            } catch (UnsupportedOperationException e) {
                Files.copy(copy, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }

        @Override
        public FileRef put(byte[] bytes) throws IOException {
            return storage.put(bytes);
        }

        @Override
        public FileRef replace(Path file) throws IOException {
            return storage.replace(file);
        }

        @Override
        public boolean renew(FileRef ref) throws IOException {
            return storage.renew(ref);
        }

        @Override
        public byte[] read(FileRef ref) throws IOException {
            return storage.read(ref);
        }

        @Override
        public void check(FileRef ref) throws IOException {
            storage.check(ref);
        }

        @Override
        public boolean exists(FileRef ref) throws IOException {
            return storage.exists(ref);
        }

        @Override
        public String writeManifest(CheckpointManifest manifest) throws IOException {
            return storage.writeManifest(manifest);
        }

        @Override
        public CheckpointManifest readManifest(long checkpointId) throws IOException {
            return storage.readManifest(checkpointId);
        }

        @Override
        public List<Long> manifestIds() throws IOException {
            return storage.manifestIds();
        }

        @Override
        public void deleteManifest(long checkpointId) throws IOException {
            storage.deleteManifest(checkpointId);
        }

        @Override
        public int deleteUnreferenced(Set<String> pinnedSha256) throws IOException {
            return storage.deleteUnreferenced(pinnedSha256);
        }

        @Override
        public int deleteAbandoned() throws IOException {
            return storage.deleteAbandoned();
        }

        @Override
        public void deleteAll() throws IOException {
            storage.deleteAll();
        }
    }
}
