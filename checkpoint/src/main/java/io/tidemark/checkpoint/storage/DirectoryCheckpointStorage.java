package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A storage in a directory of one file system, which several processes may share: {@code files/<sha256>} and {@code
 * checkpoints/chk-<id>.manifest} under the directory of the job. The time at which a file was last put or renewed is its
 * modification time.
 */
final class DirectoryCheckpointStorage implements CheckpointStorage {
    private static final Pattern JOB_ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern MANIFEST = Pattern.compile("chk-(\\d{10,19})\\.manifest");
    /** What the name of a file starts with while it is decided whether it can go. */
    private static final String DOOMED_PREFIX = ".doomed-";

    private final Path files;
    private final Path manifests;
    private final Clock clock;
    private final Duration grace;

    DirectoryCheckpointStorage(Path root, String jobId, Clock clock, Duration grace) {
        this(directoryOf(root, jobId), clock, grace);
    }

    /** @param job the directory of the job itself */
    DirectoryCheckpointStorage(Path job, Clock clock, Duration grace) {
        this.files = job.resolve("files");
        this.manifests = job.resolve("checkpoints");
        this.clock = clock;
        this.grace = grace;
    }

    private static Path directoryOf(Path root, String jobId) {
        if (!JOB_ID.matcher(jobId).matches()) {
            throw new IllegalArgumentException("\"" + jobId + "\" cannot be the name of a job's directory");
        }
        return root.resolve(jobId);
    }

    @Override
    public FileRef put(Path file) throws IOException {
        FileRef ref = ContentHash.of(file);
        if (!renew(ref)) {
            DurableFiles.createDirectories(files);
            DurableFiles.copy(file, pathOf(ref), ref.getBytes());
            stamp(pathOf(ref));
        }
        return ref;
    }

    @Override
    public FileRef put(byte[] bytes) throws IOException {
        FileRef ref = ContentHash.of(bytes);
        if (!renew(ref)) {
            DurableFiles.createDirectories(files);
            DurableFiles.write(bytes, pathOf(ref));
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
            return Files.size(path) == ref.getBytes();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void stamp(Path path) throws IOException {
        Files.setLastModifiedTime(path, FileTime.fromMillis(clock.millis()));
    }

    @Override
    public void fetch(FileRef ref, Path target) throws IOException {
        try (InputStream in = open(ref);
                OutputStream out = Files.newOutputStream(target)) {
            MessageDigest digest = ContentHash.sha256();
            long bytes = DurableFiles.pump(in, (buffer, length) -> {
                digest.update(buffer, 0, length);
                out.write(buffer, 0, length);
            });
            verify(ref, digest, bytes);
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    @Override
    public byte[] read(FileRef ref) throws IOException {
        byte[] bytes;
        try (InputStream in = open(ref)) {
            bytes = in.readAllBytes();
        }
        MessageDigest digest = ContentHash.sha256();
        digest.update(bytes);
        verify(ref, digest, bytes.length);
        return bytes;
    }

    private InputStream open(FileRef ref) throws IOException {
        Path path = pathOf(ref);
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new CorruptCheckpointException(path.toString(), "it is missing", e);
        }
    }

    private void verify(FileRef ref, MessageDigest digest, long bytes) throws CorruptCheckpointException {
        if (bytes != ref.getBytes()) {
            throw new CorruptCheckpointException(
                    pathOf(ref).toString(), "it has " + bytes + " bytes instead of " + ref.getBytes());
        }
        if (!ContentHash.ref(digest.digest(), bytes).equals(ref)) {
            throw new CorruptCheckpointException(pathOf(ref).toString(), "its content does not match its checksum");
        }
    }

    @Override
    public boolean exists(FileRef ref) throws IOException {
        try {
            return Files.size(pathOf(ref)) == ref.getBytes();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** The name comes out of a manifest, so it is looked at before it becomes a path. */
    private Path pathOf(FileRef ref) throws CorruptCheckpointException {
        if (!SHA256.matcher(ref.getSha256()).matches()) {
            throw new CorruptCheckpointException(
                    files.resolve("?").toString(), "\"" + ref.getSha256() + "\" is not the name of a file");
        }
        return files.resolve(ref.getSha256());
    }

    @Override
    public String writeManifest(CheckpointManifest manifest) throws IOException {
        DurableFiles.createDirectories(manifests);
        Path path = manifestPath(manifest.getCheckpointId());
        DurableFiles.write(ManifestFormat.encode(manifest), path);
        return path.toString();
    }

    @Override
    public CheckpointManifest readManifest(long checkpointId) throws IOException {
        Path path = manifestPath(checkpointId);
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            throw new CorruptCheckpointException(path.toString(), "it is missing", e);
        }
        CheckpointManifest manifest = ManifestFormat.decode(bytes, path.toString());
        if (manifest.getCheckpointId() != checkpointId) {
            throw new CorruptCheckpointException(
                    path.toString(), "it is the manifest of checkpoint " + manifest.getCheckpointId());
        }
        return manifest;
    }

    private Path manifestPath(long checkpointId) {
        if (checkpointId < 0) {
            throw new IllegalArgumentException("checkpoint id " + checkpointId);
        }
        return manifests.resolve(String.format("chk-%010d.manifest", checkpointId));
    }

    @Override
    public List<Long> manifestIds() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (Path path : list(manifests)) {
            Matcher name = MANIFEST.matcher(path.getFileName().toString());
            if (name.matches()) {
                ids.add(Long.parseLong(name.group(1)));
            }
        }
        Collections.sort(ids);
        return ids;
    }

    @Override
    public void deleteManifest(long checkpointId) throws IOException {
        if (Files.deleteIfExists(manifestPath(checkpointId))) {
            DurableFiles.forceDirectory(manifests);
        }
    }

    @Override
    public int deleteUnreferenced(Set<String> pinnedSha256) throws IOException {
        Set<String> wanted = new HashSet<>(pinnedSha256);
        for (long id : manifestIds()) {
            for (FileRef ref : readManifest(id).getFilesList()) {
                wanted.add(ref.getSha256());
            }
        }
        int removed = 0;
        for (Path path : list(files)) {
            String name = path.getFileName().toString();
            if (name.startsWith(DOOMED_PREFIX)) {
                removed += decideDoomed(path, wanted.contains(name.substring(DOOMED_PREFIX.length())));
            } else if (!wanted.contains(name)) {
                removed += removeIfOld(path);
            }
        }
        for (Path path : list(manifests)) {
            if (path.getFileName().toString().startsWith(DurableFiles.TEMPORARY_PREFIX)) {
                removed += removeIfOld(path);
            }
        }
        return removed;
    }

    /**
     * Another process may renew the file at any moment. So it is renamed first, and looked at again: either the other one
     * did not find it any more, and stores it anew, or its stamp is seen here.
     */
    private int removeIfOld(Path path) throws IOException {
        if (!isOld(path)) {
            return 0;
        }
        Path doomed = path.resolveSibling(DOOMED_PREFIX + path.getFileName());
        try {
            Files.move(path, doomed, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return 0;
        }
        return decideDoomed(doomed, false);
    }

    private int decideDoomed(Path doomed, boolean wanted) throws IOException {
        if (!wanted && isOld(doomed)) {
            return Files.deleteIfExists(doomed) ? 1 : 0;
        }
        String name = doomed.getFileName().toString().substring(DOOMED_PREFIX.length());
        Files.move(doomed, doomed.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
        return 0;
    }

    private boolean isOld(Path path) throws IOException {
        try {
            long ageMs = clock.millis() - Files.getLastModifiedTime(path).toMillis();
            return ageMs > grace.toMillis();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(paths::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        return paths;
    }
}
