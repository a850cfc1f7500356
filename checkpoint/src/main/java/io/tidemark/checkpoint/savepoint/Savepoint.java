package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.proto.CheckpointKind;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.storage.CheckpointStorage;

/**
 * A savepoint, or a retained checkpoint, that was opened.
 *
 * @param manifest what it holds
 * @param files where the files are that the manifest names
 * @param location where it was opened
 */
public record Savepoint(CheckpointManifest manifest, CheckpointStorage files, String location) {
    /** Whether it has its files to itself; else it is a checkpoint, which goes when its job has newer ones. */
    public boolean isSelfContained() {
        return manifest.getKind() == CheckpointKind.SAVEPOINT;
    }
}
