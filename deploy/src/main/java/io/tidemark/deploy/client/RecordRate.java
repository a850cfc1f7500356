package io.tidemark.deploy.client;

/**
 * Records a second over the last few seconds, from a total that is read now and then. A total that falls (the job was
 * restarted) starts it anew. Used by one thread.
 */
final class RecordRate {
    private static final long SPAN_MS = 3_000;

    private long fromRecords;
    private long fromMs;
    private long nextRecords;
    private long nextMs;
    private boolean started;

    /** The rate up to now, 0 as long as there is nothing to tell it from. */
    double perSecond(long records, long nowMs) {
        if (!started || records < nextRecords) {
            started = true;
            fromRecords = nextRecords = records;
            fromMs = nextMs = nowMs;
        }
        if (nowMs - nextMs >= SPAN_MS) {
            fromRecords = nextRecords;
            fromMs = nextMs;
            nextRecords = records;
            nextMs = nowMs;
        }
        long elapsedMs = nowMs - fromMs;
        return elapsedMs < 500 ? 0 : (records - fromRecords) * 1000.0 / elapsedMs;
    }
}
