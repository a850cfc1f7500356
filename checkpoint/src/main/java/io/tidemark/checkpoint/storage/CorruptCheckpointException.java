package io.tidemark.checkpoint.storage;

import java.io.IOException;

/** A file of a checkpoint is missing, or is not what was written. The message names it and says what to do. */
public final class CorruptCheckpointException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final String problem;

    /**
     * @param file the file, by its full name
     * @param problem what is wrong with it
     */
    public CorruptCheckpointException(String file, String problem) {
        this(file, problem, null);
    }

    /** As {@link #CorruptCheckpointException(String, String)}, with the exception that showed the damage. */
    public CorruptCheckpointException(String file, String problem, Throwable cause) {
        super(
                "The checkpoint file " + file + " is damaged: " + problem
                        + ".\nPut back a good copy of it, or start the job from another checkpoint.",
                cause);
        this.file = file;
        this.problem = problem;
    }

    /** The file, by its full name. */
    public String file() {
        return file;
    }

    /** What is wrong with it, in a few words. */
    public String problem() {
        return problem;
    }
}
