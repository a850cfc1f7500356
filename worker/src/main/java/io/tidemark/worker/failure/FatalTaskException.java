package io.tidemark.worker.failure;

/** Something that no restart will change, found by the runtime itself: a mistake in the job, or data that cannot be used. */
public final class FatalTaskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    /**
     * @param message one line of cause
     * @param hint one line of what to do
     */
    public FatalTaskException(String message, String hint) {
        this(message, hint, null);
    }

    public FatalTaskException(String message, String hint, Throwable cause) {
        super(message, cause);
        this.hint = hint;
    }

    /**
     * A record that needs a timestamp has none.
     *
     * @param what kind of operator that needs it
     * @param assignBefore the call of the job before which timestamps can be assigned
     */
    public static FatalTaskException withoutTimestamp(
            String what, String operatorName, Object record, String assignBefore) {
        return new FatalTaskException(
                "A record without a timestamp came to the " + what + " \"" + operatorName + "\". The record: " + record,
                "Give the source a WatermarkStrategy with a timestamp assigner, or call assignTimestampsAndWatermarks"
                        + " before " + assignBefore + ".");
    }

    public String hint() {
        return hint;
    }
}
