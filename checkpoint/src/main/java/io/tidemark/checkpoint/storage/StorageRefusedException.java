package io.tidemark.checkpoint.storage;

import java.io.IOException;

/** A checkpoint storage does not let this process read or write there. */
public final class StorageRefusedException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final String HINT =
            "Look at the bucket's name and rights, at s3.endpoint, s3.region, s3.access-key and s3.secret-key.";

    /**
     * @param location of what was read or written
     * @param problem what it said
     */
    public StorageRefusedException(String location, String problem, Throwable cause) {
        super("The checkpoint storage refuses " + location + ": " + problem + ".\n" + HINT, cause);
    }

    /** One line of what to do. */
    public String hint() {
        return HINT;
    }
}
