package io.tidemark.coordinator.store;

import java.io.IOException;
import java.nio.file.Path;

/** The job store cannot be used; the message is the cause. */
public final class JobStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    JobStoreException(String cause, String hint, Throwable reason) {
        super(cause, reason);
        this.hint = hint;
    }

    /** The directory cannot be read or written. */
    public static JobStoreException unusable(Path directory, IOException reason) {
        return new JobStoreException(
                "the job store " + directory + " cannot be used: " + reason,
                "Check that the directory can be read and written and that its disk is not full.",
                reason);
    }

    /** What to do, in one line. */
    public String hint() {
        return hint;
    }
}
