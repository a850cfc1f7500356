package io.tidemark.checkpoint.storage;

import java.io.IOException;

/** A checkpoint storage did not answer, or said that it cannot just now. It may pass: whoever asked tries again later. */
public final class StorageUnavailableException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final String HINT =
            "It is tried again with the next checkpoint or restart; look at the object store if that goes on.";

    /**
     * @param location of what was read or written
     * @param problem what it said
     */
    public StorageUnavailableException(String location, String problem, Throwable cause) {
        super("The checkpoint storage cannot be reached at " + location + ": " + problem + ".\n" + HINT, cause);
    }

    /** One line of what to do. */
    public String hint() {
        return HINT;
    }
}
