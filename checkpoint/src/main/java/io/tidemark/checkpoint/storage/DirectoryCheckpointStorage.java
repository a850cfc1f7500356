package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.disk.DurableFiles;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A storage in a directory of one file system, which several processes may share: {@code files/<sha256>} and {@code
 * checkpoints/chk-<id>.manifest} under the directory of the job. The time at which a file was last put or renewed is its
 * modification time.
 */
final class DirectoryCheckpointStorage implements CheckpointStorage {
    /** What the name of a file starts with while it is decided whether it can go. */
    private static final String DOOMED_PREFIX = ".doomed-";

    private static final long ANY_AGE = Long.MIN_VALUE;

    private final Path job;
    private final Path files;
    private final Path manifests;
    private final Disk disk;
    private final DurableFiles durable;
    private final Clock clock;
    private final Duration grace;

    /** @param job the directory of the job itself */
    DirectoryCheckpointStorage(Path job, Disk disk, Clock clock, Duration grace) {
        this.job = job;
        this.files = job.resolve(StorageNames.FILES);
        this.manifests = job.resolve(StorageNames.MANIFESTS);
        this.disk = disk;
        this.durable = new DurableFiles(disk);
        this.clock = clock;
        this.grace = grace;
    }

    @Override
    public FileRef put(Path file) throws IOException {
        FileRef ref = ContentHash.of(file);
        if (!renew(ref)) {
            copy(file, ref);
        }
        return ref;
    }

    @Override
    public FileRef replace(Path file) throws IOException {
        FileRef ref = ContentHash.of(file);
        copy(file, ref);
        return ref;
    }

    private void copy(Path file, FileRef ref) throws IOException {
        durable.copy(file, pathOf(ref), ref.getBytes());
        stamp(pathOf(ref));
    }

    @Override
    public FileRef put(byte[] bytes) throws IOException {
        FileRef ref = ContentHash.of(bytes);
        if (!renew(ref)) {
            durable.write(bytes, pathOf(ref));
            stamp(pathOf(ref));
        }
        return ref;
    }

    @Override
    public boolean renew(FileRef ref) throws IOException {
        Path path = pathOf(ref);
        try {
            stamp(path);
            // Asked after the stamp: from now on a clean-up that is under way puts the file back (see removeIfOld).
            return disk.size(path) == ref.getBytes();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void stamp(Path path) throws IOException {
        disk.setLastModifiedMs(path, clock.millis());
    }

    @Override
    public void fetch(FileRef ref, Path target) throws IOException {
        // What is there may share its content with a stored file, so it is not written over.
        Files.deleteIfExists(target);
        if (StorageNames.isNeverChanged(target) && link(ref, target)) {
            return;
        }
        try (OutputStream out = Files.newOutputStream(target)) {
            pump(ref, (buffer, length) -> out.write(buffer, 0, length));
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    /** Whether the target is the stored file itself now, read and found good. */
    private boolean link(FileRef ref, Path target) throws IOException {
        Path stored = pathOf(ref);
        try {
            if (!disk.link(stored, target)) {
                return false;
            }
            check(ref);
            return true;
        } catch (NoSuchFileException e) {
            throw new CorruptCheckpointException(stored.toString(), "it is missing", e);
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    @Override
    public byte[] read(FileRef ref) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        pump(ref, (buffer, length) -> bytes.write(buffer, 0, length));
        return bytes.toByteArray();
    }

    @Override
    public void check(FileRef ref) throws IOException {
        pump(ref, (buffer, length) -> {});
    }

    private void pump(FileRef ref, ContentHash.Sink sink) throws IOException {
        try (InputStream in = open(ref)) {
            ContentHash.check(ref, ContentHash.pump(in, sink), pathOf(ref).toString());
        }
    }

    private InputStream open(FileRef ref) throws IOException {
        Path path = pathOf(ref);
        try {
            return disk.read(path);
        } catch (NoSuchFileException e) {
            throw new CorruptCheckpointException(path.toString(), "it is missing", e);
        }
    }

    @Override
    public boolean exists(FileRef ref) throws IOException {
        try {
            return disk.size(pathOf(ref)) == ref.getBytes();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public Optional<Path> localPath(FileRef ref) throws IOException {
        return Optional.of(pathOf(ref));
    }

    private Path pathOf(FileRef ref) throws CorruptCheckpointException {
        return files.resolve(StorageNames.file(ref, files.toString()));
    }

    @Override
    public String writeManifest(CheckpointManifest manifest) throws IOException {
        Path path = manifestPath(manifest.getCheckpointId());
        durable.write(ManifestFormat.encode(manifest), path);
        return path.toString();
    }

    @Override
    public CheckpointManifest readManifest(long checkpointId) throws IOException {
        Path path = manifestPath(checkpointId);
        byte[] bytes;
        try (InputStream in = disk.read(path)) {
            bytes = in.readAllBytes();
        } catch (NoSuchFileException e) {
            throw new CorruptCheckpointException(path.toString(), "it is missing", e);
        }
        return ManifestFormat.decode(bytes, checkpointId, path.toString());
    }

    private Path manifestPath(long checkpointId) {
        return manifests.resolve(StorageNames.manifest(checkpointId));
    }

    @Override
    public List<Long> manifestIds() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (Path path : disk.list(manifests)) {
            StorageNames.checkpointId(path.getFileName().toString()).ifPresent(ids::add);
        }
        Collections.sort(ids);
        return ids;
    }

    @Override
    public void deleteManifest(long checkpointId) throws IOException {
        if (disk.delete(manifestPath(checkpointId))) {
            disk.forceDirectory(manifests);
        }
    }

    @Override
    public int deleteUnreferenced(Set<String> pinnedSha256) throws IOException {
        return deleteUnreferenced(pinnedSha256, grace.toMillis());
    }

    @Override
    public int deleteAbandoned() throws IOException {
        return deleteUnreferenced(Set.of(), ANY_AGE);
    }

    @Override
    public void deleteAll() throws IOException {
        for (long id : manifestIds()) {
            deleteManifest(id);
        }
        disk.deleteTree(manifests);
        disk.deleteTree(files);
        // Somebody may have put a savepoint beside them.
        if (disk.list(job).isEmpty()) {
            disk.deleteTree(job);
        }
    }

    private int deleteUnreferenced(Set<String> pinnedSha256, long graceMs) throws IOException {
        NamedFiles named = NamedFiles.in(this, pinnedSha256);
        Set<String> wanted = named.sha256();
        long olderThanMs = named.unneededAfterMs(graceMs, clock.millis());
        int removed = 0;
        for (Path path : disk.list(files)) {
            String name = path.getFileName().toString();
            if (name.startsWith(DOOMED_PREFIX)) {
                removed += decideDoomed(path, wanted.contains(name.substring(DOOMED_PREFIX.length())), olderThanMs);
            } else if (!wanted.contains(name)) {
                removed += removeIfOld(path, olderThanMs);
            }
        }
        for (Path path : disk.list(manifests)) {
            if (path.getFileName().toString().startsWith(DurableFiles.TEMPORARY_PREFIX)) {
                removed += removeIfOld(path, olderThanMs);
            }
        }
        return removed;
    }

    /**
     * Another process may renew the file at any moment. So it is renamed first, and looked at again: either the other one
     * did not find it any more, and stores it anew, or its stamp is seen here.
     */
    private int removeIfOld(Path path, long olderThanMs) throws IOException {
        if (!isOlder(path, olderThanMs)) {
            return 0;
        }
        Path doomed = path.resolveSibling(DOOMED_PREFIX + path.getFileName());
        try {
            disk.rename(path, doomed);
        } catch (NoSuchFileException e) {
            return 0;
        }
        return decideDoomed(doomed, false, olderThanMs);
    }

    private int decideDoomed(Path doomed, boolean wanted, long olderThanMs) throws IOException {
        if (!wanted && isOlder(doomed, olderThanMs)) {
            return disk.delete(doomed) ? 1 : 0;
        }
        String name = doomed.getFileName().toString().substring(DOOMED_PREFIX.length());
        disk.rename(doomed, doomed.resolveSibling(name));
        return 0;
    }

    private boolean isOlder(Path path, long olderThanMs) throws IOException {
        try {
            return clock.millis() - disk.lastModifiedMs(path) > olderThanMs;
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
