package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.proto.CheckpointKind;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CheckpointStorages;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Writes, opens and finds savepoints. Thread-safe; everything here blocks. */
public final class Savepoints {
    private static final int JOB_ID_PREFIX = 8;

    private Savepoints() {}

    /**
     * Makes a savepoint of a checkpoint: copies every file that its manifest names, and then writes the manifest. The
     * savepoint is durable when this returns, and is none before; a second call for the same checkpoint goes on where the
     * first one ended, and copies again what it finds damaged.
     *
     * @param manifest of the checkpoint
     * @param from where its files are
     * @param targetDirectory where savepoints are kept; it is made when it is not there
     * @return the location of the savepoint: a directory of its own in {@code targetDirectory}
     * @throws SavepointExistsException when another savepoint is there
     * @throws CorruptCheckpointException when a file of the checkpoint is missing or damaged
     */
    public static String write(CheckpointManifest manifest, CheckpointStorage from, String targetDirectory)
            throws IOException {
        return write(manifest, from, targetDirectory, Configuration.empty());
    }

    /**
     * As {@link #write(CheckpointManifest, CheckpointStorage, String)}.
     *
     * @param options of the process, which say how an object store is reached
     */
    public static String write(
            CheckpointManifest manifest, CheckpointStorage from, String targetDirectory, Configuration options)
            throws IOException {
        String location = SavepointPath.of(targetDirectory).directory() + "/" + nameOf(manifest);
        copy(manifest, from, location, options);
        return location;
    }

    private static String nameOf(CheckpointManifest manifest) {
        String jobId = manifest.getJobId();
        String prefix = jobId.substring(0, Math.min(JOB_ID_PREFIX, jobId.length()));
        return "savepoint-" + prefix + "-" + manifest.getCheckpointId();
    }

    private static void copy(
            CheckpointManifest manifest, CheckpointStorage from, String location, Configuration options)
            throws IOException {
        CheckpointManifest savepoint = manifest.toBuilder()
                .setKind(CheckpointKind.SAVEPOINT)
                .setCreatedBy(manifest.getCreatedBy().isEmpty() ? release() : manifest.getCreatedBy())
                .build();
        CheckpointStorage to = storageOf(location, options);
        List<Long> present = to.manifestIds();
        if (present.size() > 1 || (present.size() == 1 && !isSame(to.readManifest(present.get(0)), savepoint))) {
            throw new SavepointExistsException(location);
        }
        copy(savepoint, file -> from, to);
    }

    /** Where a file of a savepoint to be is. */
    @FunctionalInterface
    interface Source {
        CheckpointStorage of(FileRef file) throws IOException;
    }

    /** Writes a savepoint where there is none. */
    static void writeNew(CheckpointManifest savepoint, Source from, String location) throws IOException {
        CheckpointStorage to = storageOf(SavepointPath.of(location).directory(), Configuration.empty());
        if (!to.manifestIds().isEmpty()) {
            throw new SavepointExistsException(location);
        }
        copy(savepoint, from, to);
    }

    private static void copy(CheckpointManifest savepoint, Source from, CheckpointStorage to) throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create("tidemark-savepoint")) {
            for (FileRef file : savepoint.getFilesList()) {
                if (!hasIntact(to, file)) {
                    Path local = scratch.path().resolve(file.getSha256());
                    from.of(file).fetch(file, local);
                    to.replace(local);
                    Files.delete(local);
                }
            }
        }
        to.writeManifest(savepoint);
    }

    /**
     * Whether an earlier call has copied a file. It is read through, since what bears its name may have been damaged
     * meanwhile, and a savepoint may become all that is left of a job.
     */
    private static boolean hasIntact(CheckpointStorage to, FileRef file) throws IOException {
        if (!to.renew(file)) {
            return false;
        }
        try {
            to.check(file);
            return true;
        } catch (CorruptCheckpointException e) {
            return false;
        }
    }

    /** This release; empty when it runs out of classes instead of a jar. */
    static String release() {
        String version = Savepoints.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    private static boolean isSame(CheckpointManifest a, CheckpointManifest b) {
        return content(a).equals(content(b));
    }

    /** Without what is stamped on whatever is written. */
    private static CheckpointManifest content(CheckpointManifest manifest) {
        return manifest.toBuilder().clearFormatVersion().clearCreatedBy().build();
    }

    /**
     * Opens a savepoint or a retained checkpoint, and sees that every file it names is there and has its length. What is in
     * the files is checked when they are read.
     *
     * @param location the directory of a savepoint, or the path of a manifest, which is what checkpoints are listed by
     * @throws SavepointNotFoundException when there is nothing
     * @throws NotASavepointException when what is there holds no manifest
     * @throws AmbiguousSavepointException when it holds several manifests
     * @throws IncompleteSavepointException when the manifest names a file that is missing or has another length
     * @throws CorruptCheckpointException when the manifest is damaged
     * @throws io.tidemark.checkpoint.storage.UnsupportedCheckpointVersionException when a newer release wrote it
     */
    public static Savepoint open(String location) throws IOException {
        return open(location, Configuration.empty());
    }

    /**
     * As {@link #open(String)}.
     *
     * @param options of the process, which say how an object store is reached
     */
    public static Savepoint open(String location, Configuration options) throws IOException {
        SavepointPath path = SavepointPath.of(location);
        CheckpointStorage storage = storageOf(path.directory(), options);
        List<Long> ids = storage.manifestIds();
        long id = path.checkpointId().isPresent()
                ? named(location, path.checkpointId().getAsLong(), ids)
                : only(location, path, ids);
        Savepoint savepoint = new Savepoint(storage.readManifest(id), storage, location);
        for (FileRef file : savepoint.manifest().getFilesList()) {
            if (!storage.exists(file)) {
                throw new IncompleteSavepointException(location, problemOf(file, storage));
            }
        }
        return savepoint;
    }

    /**
     * Reads every file that a savepoint names, which takes as long as reading all of it takes.
     *
     * @throws CorruptCheckpointException when the content of one is not what its checksum says
     */
    public static void verify(Savepoint savepoint) throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create("tidemark-verify")) {
            // By this name it is a link where that is possible, and not a copy.
            Path file = scratch.path().resolve("file.sst");
            for (FileRef ref : savepoint.manifest().getFilesList()) {
                savepoint.files().fetch(ref, file);
                Files.delete(file);
            }
        }
    }

    /**
     * Finds savepoints and retained checkpoints.
     *
     * @param location of one, or a directory that holds some: savepoints, or jobs' checkpoints
     * @return locations to open, the older first
     * @throws SavepointNotFoundException when there is nothing
     * @throws NotASavepointException when nothing in it is a savepoint or a checkpoint
     */
    public static List<String> find(String location) throws IOException {
        return find(location, Configuration.empty());
    }

    /**
     * As {@link #find(String)}. In an object store, savepoints and checkpoints are found by their own location only.
     *
     * @param options of the process, which say how an object store is reached
     */
    public static List<String> find(String location, Configuration options) throws IOException {
        SavepointPath path = SavepointPath.of(location);
        if (path.checkpointId().isPresent()) {
            return List.of(location);
        }
        List<String> here = manifestsIn(path.directory(), options);
        if (here.size() == 1) {
            return List.of(location);
        } else if (!here.isEmpty()) {
            return here;
        }
        if (path.isRemote()) {
            throw new SavepointNotFoundException(location);
        }
        Path directory = Path.of(path.directory());
        if (!Files.isDirectory(directory)) {
            open(location, options);
        }
        List<String> found = new ArrayList<>();
        for (Path child : childrenOf(directory)) {
            List<String> manifests = manifestsIn(child.toString(), options);
            found.addAll(manifests.size() == 1 ? List.of(child.toString()) : manifests);
        }
        if (found.isEmpty()) {
            throw new NotASavepointException(location, "there is no manifest in it, nor in the directories in it");
        }
        return found;
    }

    private static List<String> manifestsIn(String directory, Configuration options) throws IOException {
        SavepointPath path = SavepointPath.of(directory);
        return storageOf(directory, options).manifestIds().stream()
                .map(path::manifest)
                .toList();
    }

    private static List<Path> childrenOf(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static long named(String location, long id, List<Long> ids) throws SavepointException {
        if (!ids.contains(id)) {
            throw new SavepointNotFoundException(location);
        }
        return id;
    }

    private static long only(String location, SavepointPath path, List<Long> ids) throws SavepointException {
        if (ids.size() > 1) {
            throw new AmbiguousSavepointException(
                    location, ids.stream().map(path::manifest).toList());
        } else if (ids.isEmpty()) {
            if (path.isRemote()) {
                // In an object store there are no directories: without a manifest there is nothing.
                throw new SavepointNotFoundException(location);
            }
            Path directory = Path.of(path.directory());
            if (!Files.exists(directory)) {
                throw new SavepointNotFoundException(location);
            }
            throw new NotASavepointException(
                    location, Files.isDirectory(directory) ? "there is no manifest in it" : "it is a file");
        }
        return ids.get(0);
    }

    /** Reading a file that is not as it should be says what is wrong with it. */
    private static CorruptCheckpointException problemOf(FileRef file, CheckpointStorage storage) throws IOException {
        try {
            storage.check(file);
            return new CorruptCheckpointException(file.getSha256(), "it was missing a moment ago");
        } catch (CorruptCheckpointException e) {
            return e;
        }
    }

    private static CheckpointStorage storageOf(String directory, Configuration options) {
        return CheckpointStorages.at(directory, options);
    }
}
