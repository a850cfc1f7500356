package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.storage.CorruptCheckpointException;

/** A file that the manifest of a savepoint names is not there, or not as long as the manifest says. */
public final class IncompleteSavepointException extends SavepointException {
    private static final long serialVersionUID = 1L;

    private final String file;

    IncompleteSavepointException(String location, CorruptCheckpointException cause) {
        super(
                location,
                "The savepoint " + location + " is not whole: its manifest names the file " + cause.file() + ", but "
                        + cause.problem(),
                "Copy the whole directory again, or use another savepoint",
                cause);
        this.file = cause.file();
    }

    /** The file, by its full name. */
    public String file() {
        return file;
    }
}
