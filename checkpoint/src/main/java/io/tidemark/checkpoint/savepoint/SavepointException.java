package io.tidemark.checkpoint.savepoint;

import java.io.IOException;

/**
 * Something is wrong with a savepoint as a whole. The message has a line of cause and a line of what to do. A damaged file
 * is a {@link io.tidemark.checkpoint.storage.CorruptCheckpointException}, and what a newer release wrote a {@link
 * io.tidemark.checkpoint.storage.UnsupportedCheckpointVersionException}.
 */
public abstract sealed class SavepointException extends IOException
        permits AmbiguousSavepointException,
                IncompleteSavepointException,
                NotASavepointException,
                SavepointExistsException,
                SavepointNotFoundException {
    private static final long serialVersionUID = 1L;

    private final String location;

    SavepointException(String location, String problem, String advice, Throwable cause) {
        super(problem + ".\n" + advice + ".", cause);
        this.location = location;
    }

    /** The savepoint, as it was named. */
    public final String location() {
        return location;
    }
}
