package io.tidemark.checkpoint.storage;

import java.io.IOException;

/** A checkpoint was written by a newer release, in a format that this one does not know. Nothing of it was read. */
public final class UnsupportedCheckpointVersionException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * @param file the file, by its full name
     * @param version the version it has
     * @param known the newest version that is known here
     */
    public UnsupportedCheckpointVersionException(String file, int version, int known) {
        super("The checkpoint file " + file + " has format version " + version + "; this release reads versions up to "
                + known + ".\nRun the release that wrote it, or a newer one.");
    }
}
