package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * What the manifests of a storage say together.
 *
 * @param sha256 the files that they name, and those that are pinned
 * @param newestCompleteAtMs when the last of their checkpoints was complete, by the clock of the coordinator; 0 when none says
 */
record NamedFiles(Set<String> sha256, long newestCompleteAtMs) {
    /** How far the clocks of those who put files may be behind that of the coordinator. */
    static final Duration CLOCKS_APART = Duration.ofMinutes(2);

    /** @throws CorruptCheckpointException when a manifest cannot be read: then nobody knows what is named */
    static NamedFiles in(CheckpointStorage storage, Set<String> pinnedSha256) throws IOException {
        Set<String> sha256 = new HashSet<>(pinnedSha256);
        long newestCompleteAtMs = 0;
        for (long id : storage.manifestIds()) {
            CheckpointManifest manifest = storage.readManifest(id);
            newestCompleteAtMs = Math.max(newestCompleteAtMs, manifest.getCompletedAtMs());
            for (FileRef ref : manifest.getFilesList()) {
                sha256.add(ref.getSha256());
            }
        }
        return new NamedFiles(sha256, newestCompleteAtMs);
    }

    /**
     * From which age on a file that is not named is needed by nobody. One checkpoint is taken at a time: what the next manifest
     * will name is in one that is there, or was put or renewed after the newest one was complete.
     *
     * @param graceMs from which age on it is not needed in any case
     */
    long unneededAfterMs(long graceMs, long nowMs) {
        if (newestCompleteAtMs == 0) {
            return graceMs;
        }
        return Math.min(graceMs, Math.max(0, nowMs - newestCompleteAtMs) + CLOCKS_APART.toMillis());
    }
}
