package io.tidemark.testing;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.storage.CheckpointStorage;

/**
 * A checkpoint of all that a harness runs, to start from with {@link StreamHarness#restore}. Immutable; good for as long as the
 * harness that it was taken of is open.
 */
public final class Snapshot {
    private final StreamHarness of;
    private final CheckpointManifest manifest;
    private final CheckpointStorage files;

    Snapshot(StreamHarness of, CheckpointManifest manifest, CheckpointStorage files) {
        this.of = of;
        this.manifest = manifest;
        this.files = files;
    }

    boolean isOf(StreamHarness harness) {
        return of == harness;
    }

    CheckpointManifest manifest() {
        return manifest;
    }

    CheckpointStorage files() {
        return files;
    }

    @Override
    public String toString() {
        return "snapshot " + manifest.getCheckpointId();
    }
}
