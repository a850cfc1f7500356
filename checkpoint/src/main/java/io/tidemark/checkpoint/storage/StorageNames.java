package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.proto.FileRef;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What jobs, files and manifests are called in every kind of storage. */
final class StorageNames {
    /** Where the files are below a job, and where the manifests. */
    static final String FILES = "files";

    static final String MANIFESTS = "checkpoints";

    private static final Pattern JOB_ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern MANIFEST = Pattern.compile("chk-(\\d{10,19})\\.manifest");

    private StorageNames() {}

    /** @throws IllegalArgumentException when it would lead out of the storage */
    static String job(String jobId) {
        if (!JOB_ID.matcher(jobId).matches()) {
            throw new IllegalArgumentException("\"" + jobId + "\" cannot be the name of a job's directory");
        }
        return jobId;
    }

    /** The name comes out of a manifest, so it is looked at before it becomes a path. */
    static String file(FileRef ref, String where) throws CorruptCheckpointException {
        if (!SHA256.matcher(ref.getSha256()).matches()) {
            throw new CorruptCheckpointException(where + "/?", "\"" + ref.getSha256() + "\" is not the name of a file");
        }
        return ref.getSha256();
    }

    /** Whether a file is one of those that the state database writes once, reads and deletes, so that it can be shared. */
    static boolean isNeverChanged(Path file) {
        return file.getFileName().toString().endsWith(".sst");
    }

    static String manifest(long checkpointId) {
        if (checkpointId < 0) {
            throw new IllegalArgumentException("checkpoint id " + checkpointId);
        }
        return String.format("chk-%010d.manifest", checkpointId);
    }

    /** The checkpoint whose manifest has this name; nothing when it is no manifest's. */
    static OptionalLong checkpointId(String manifestName) {
        Matcher name = MANIFEST.matcher(manifestName);
        return name.matches() ? OptionalLong.of(Long.parseLong(name.group(1))) : OptionalLong.empty();
    }
}
