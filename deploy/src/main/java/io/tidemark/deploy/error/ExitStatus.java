package io.tidemark.deploy.error;

/** What a command tells the shell. Scripts rely on the numbers. */
public enum ExitStatus {
    DONE(0),
    /** The job failed, or what was asked for could not be done. */
    FAILED(1),
    /** The command or its configuration was written wrongly, or names something that does not exist. */
    USAGE(2),
    /** Nothing answers where the coordinator should be. */
    NO_COORDINATOR(3);

    private final int number;

    ExitStatus(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
