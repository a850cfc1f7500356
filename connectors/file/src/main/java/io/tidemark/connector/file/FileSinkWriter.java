package io.tidemark.connector.file;

import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.connector.file.format.ByteSink;
import io.tidemark.connector.file.format.RecordEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Writes one subtask's files. Between two barriers all records go to one pending file, made with the first of them; at the
 * barrier it is finished and handed over as a committable; its commit is the renaming.
 */
final class FileSinkWriter<T> implements SinkWriter<T> {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Directory directory;
    private final PartNames names;
    private final RecordEncoder<T> encoder;
    private final boolean committedFilesMayMove;

    private final ByteSink bytes = new ByteSink(BUFFER_BYTES + BUFFER_BYTES / 4);
    /** Null while nothing was written since the last barrier. */
    private PendingFile pending;

    private long pendingFiles;
    private boolean hasLeftovers;

    FileSinkWriter(Directory directory, PartNames names, RecordEncoder<T> encoder, boolean committedFilesMayMove) {
        this.directory = directory;
        this.names = names;
        this.encoder = encoder;
        this.committedFilesMayMove = committedFilesMayMove;
    }

    @Override
    public void write(T record, long timestamp) throws Exception {
        if (pending == null) {
            pending = directory.createFile(names.pendingName(pendingFiles++));
            encoder.encodeHeader(bytes);
        }
        encoder.encode(record, bytes);
        if (bytes.size() >= BUFFER_BYTES) {
            pending.drain(bytes);
        }
    }

    @Override
    public List<Object> prepareCommit(long checkpointId) throws IOException {
        if (hasLeftovers) {
            hasLeftovers = false;
            removeLeftovers();
        }
        if (pending == null) {
            return List.of();
        }
        pending.drain(bytes);
        pending.sync();
        pending.close();
        directory.sync();
        Path finalPath = directory.path().resolve(names.finalName(checkpointId));
        FileCommittable committable = new FileCommittable(pending.path().toString(), finalPath.toString());
        pending = null;
        return List.of(committable);
    }

    @Override
    public void commit(List<Object> committables) throws IOException {
        for (Object committable : committables) {
            commit((FileCommittable) committable);
        }
        if (!committables.isEmpty()) {
            directory.sync();
        }
    }

    private void commit(FileCommittable committable) throws IOException {
        Path from = Path.of(committable.pendingPath());
        Path to = Path.of(committable.finalPath());
        if (Files.exists(from)) {
            // Asked again, since a process of an earlier attempt may be at the same commit just now.
            if (Files.exists(to) && Files.exists(from)) {
                throw new ConnectorException(
                        "cannot commit " + from + ": there is a file " + to + " already, which this job did not write",
                        "move that file away and restore the job from its latest checkpoint");
            }
            try {
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
                return;
            } catch (NoSuchFileException e) {
                // Then it is committed by now.
            }
        }
        if (!Files.exists(to) && !committedFilesMayMove) {
            throw new ConnectorException(
                    "rows would be lost: neither " + from + " nor " + to + " is there any more",
                    "if somebody moves finished files away while the job runs, say so: FileSink.committedFilesMayMove()");
        }
    }

    /**
     * They go at the first barrier. It comes when all subtasks have begun, and so have committed what they were given by the
     * restored checkpoint; until then a file that looks left over may be another subtask's to commit, since a change of
     * parallelism shares committables out anew.
     */
    @Override
    public void discardLeftovers() {
        hasLeftovers = true;
    }

    /** Removes the pending files of earlier attempts at once. */
    void removeLeftovers() throws IOException {
        for (Path file : directory.files()) {
            if (names.isLeftover(file.getFileName().toString())) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (pending != null) {
            pending.drain(bytes);
        }
    }

    /** What was written since the last barrier belongs to no checkpoint; whoever restores writes it again. */
    @Override
    public void close() throws IOException {
        if (pending != null) {
            pending.close();
            Files.deleteIfExists(pending.path());
            pending = null;
        }
    }
}
