package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.StoreFile;
import java.util.HashMap;
import java.util.Map;

/**
 * Which files of the database are in the storage already. A file of a database never changes under its name, so one that
 * is known is neither read nor stored again. Thread-safe.
 */
final class UploadedFiles {
    private final Map<String, Upload> uploads = new HashMap<>();

    /** A file and the checkpoints that hold it: from the first to the last one, since a file that is gone stays gone. */
    private static final class Upload {
        final FileRef ref;
        final long firstCheckpoint;
        long lastCheckpoint;
        /** One of them is complete, so that a manifest names the file. */
        boolean isSafe;

        Upload(FileRef ref, long checkpoint) {
            this.ref = ref;
            this.firstCheckpoint = checkpoint;
            this.lastCheckpoint = checkpoint;
        }
    }

    /** A file that was restored. It need not be in the storage that the next checkpoint is written to. */
    synchronized void addRestored(StoreFile file) {
        uploads.put(file.getName(), new Upload(file.getFile(), Long.MIN_VALUE));
    }

    /** What a file is called in the storage; null when it is not there. */
    synchronized FileRef find(String name, long bytes) {
        Upload upload = uploads.get(name);
        return upload == null || upload.ref.getBytes() != bytes ? null : upload.ref;
    }

    /** Whether a completed checkpoint holds the file, so that nobody will take it away. */
    synchronized boolean isSafe(String name) {
        return uploads.get(name).isSafe;
    }

    /** The files of a checkpoint, which are all in the storage now. Others are forgotten: the database has left them. */
    synchronized void onWritten(long checkpoint, Map<String, FileRef> files) {
        uploads.keySet().retainAll(files.keySet());
        files.forEach((name, ref) -> {
            Upload upload = uploads.get(name);
            if (upload == null || !upload.ref.equals(ref)) {
                uploads.put(name, new Upload(ref, checkpoint));
            } else {
                upload.lastCheckpoint = checkpoint;
            }
        });
    }

    synchronized void onComplete(long checkpoint) {
        for (Upload upload : uploads.values()) {
            upload.isSafe |= upload.firstCheckpoint <= checkpoint && checkpoint <= upload.lastCheckpoint;
        }
    }
}
