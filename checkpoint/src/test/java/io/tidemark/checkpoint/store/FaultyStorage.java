package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A storage that can be made to fail, and that notes what is put. */
final class FaultyStorage implements CheckpointStorage {
    private final CheckpointStorage good;
    private final List<String> putNames = new ArrayList<>();
    private boolean failing;
    private Runnable onPut = () -> {};

    FaultyStorage(CheckpointStorage good) {
        this.good = good;
    }

    void failPuts(boolean fail) {
        this.failing = fail;
    }

    /** Does something before each file is put. */
    void onPut(Runnable action) {
        this.onPut = action;
    }

    List<String> putNames() {
        return putNames;
    }

    @Override
    public FileRef put(Path file) throws IOException {
        onPut.run();
        if (failing) {
            throw new IOException("no space left");
        }
        putNames.add(file.getFileName().toString());
        return good.put(file);
    }

    @Override
    public FileRef put(byte[] bytes) throws IOException {
        return good.put(bytes);
    }

    @Override
    public FileRef replace(Path file) throws IOException {
        return good.replace(file);
    }

    @Override
    public boolean renew(FileRef ref) throws IOException {
        return good.renew(ref);
    }

    @Override
    public void fetch(FileRef ref, Path target) throws IOException {
        good.fetch(ref, target);
    }

    @Override
    public byte[] read(FileRef ref) throws IOException {
        return good.read(ref);
    }

    @Override
    public void check(FileRef ref) throws IOException {
        good.check(ref);
    }

    @Override
    public boolean exists(FileRef ref) throws IOException {
        return good.exists(ref);
    }

    @Override
    public String writeManifest(CheckpointManifest manifest) throws IOException {
        return good.writeManifest(manifest);
    }

    @Override
    public CheckpointManifest readManifest(long checkpointId) throws IOException {
        return good.readManifest(checkpointId);
    }

    @Override
    public List<Long> manifestIds() throws IOException {
        return good.manifestIds();
    }

    @Override
    public void deleteManifest(long checkpointId) throws IOException {
        good.deleteManifest(checkpointId);
    }

    @Override
    public int deleteUnreferenced(Set<String> pinnedSha256) throws IOException {
        return good.deleteUnreferenced(pinnedSha256);
    }

    @Override
    public int deleteAbandoned() throws IOException {
        return good.deleteAbandoned();
    }

    @Override
    public void deleteAll() throws IOException {
        good.deleteAll();
    }
}
