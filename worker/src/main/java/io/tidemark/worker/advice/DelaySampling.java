package io.tidemark.worker.advice;

/**
 * Looks at the timestamps of a running source for as long as somebody asks.
 *
 * <p>One thread, that of the task.
 */
public final class DelaySampling {
    private DelayQuestion question;
    private DelayProfile profile;
    private long begunAtMs;
    private long endsAtMs;

    /** See {@link DelayProfile#add(long)}. */
    public void add(long timestamp) {
        profile.add(timestamp);
    }

    /** See {@link DelayProfile#add(long, long)}. */
    public void add(long timestamp, long leadMs) {
        profile.add(timestamp, leadMs);
    }

    /**
     * Begins, or goes on when the same is asked again.
     *
     * @param keepMs it ends when it is not asked again for so long
     */
    public DelayReport ask(DelayQuestion asked, long keepMs, long nowMs) {
        if (profile == null || !asked.equals(question)) {
            question = asked;
            profile = new DelayProfile(asked.delaysMs(), asked.intervalMs(), asked.windows());
            begunAtMs = nowMs;
        }
        endsAtMs = nowMs + keepMs;
        return new DelayReport(nowMs - begunAtMs, profile.advice());
    }

    /** Ends when it was not asked for too long; to be called now and again. Returns whether it goes on. */
    public boolean tend(long nowMs) {
        if (profile != null && nowMs > endsAtMs) {
            profile = null;
            question = null;
        }
        return profile != null;
    }
}
