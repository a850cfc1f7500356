package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.store.NativeMemory;
import io.tidemark.checkpoint.store.SnapshotEntries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;

/** Opens the databases of a savepoint, one after the other, in a scratch directory that goes in the end. */
final class OpenHandles implements AutoCloseable {
    private static final long NATIVE_BYTES = 32 << 20;

    private final Savepoint savepoint;
    private final NativeMemory memory = NativeMemory.create(NATIVE_BYTES);
    private final Map<KeyedStateHandle, Path> directories = new IdentityHashMap<>();
    private ScratchDirectory scratch;

    OpenHandles(Savepoint savepoint) {
        this.savepoint = savepoint;
    }

    /** Opens one; what was fetched for it once is not fetched again. */
    SnapshotEntries open(KeyedStateHandle handle) {
        try {
            if (scratch == null) {
                scratch = ScratchDirectory.create("tidemark-state");
            }
            Path directory = directories.computeIfAbsent(
                    handle, missing -> scratch.path().resolve("handle-" + directories.size()));
            return SnapshotEntries.open(handle, savepoint.files(), directory, memory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        memory.close();
        if (scratch != null) {
            scratch.close();
        }
    }
}
