package io.tidemark.network.data;

/**
 * Sizes and times of the data plane.
 *
 * @param bufferBytes size of a buffer, the unit of remote credit
 * @param maxFrameBytes the largest frame, and with it the largest record; a connection that sends more is closed
 * @param heartbeatMs how often a side that has nothing to say gives a sign of life
 * @param silentBeats after so many of these in a row without hearing anything the peer is given up. They are counted, not
 *     timed, so that a pause of this process does not make its peers look silent
 * @param connectTimeoutMs how long connecting and the handshake may take, each
 * @param ioThreads event loops
 */
public record DataLimits(
        int bufferBytes, int maxFrameBytes, long heartbeatMs, int silentBeats, int connectTimeoutMs, int ioThreads) {
    /** Notices an unreachable peer in two seconds. */
    public static final DataLimits DEFAULT = new DataLimits(32 << 10, 16 << 20, 500, 4, 5_000, 1);

    private static final int LEAST_BUFFER_BYTES = 64;

    public DataLimits {
        if (bufferBytes < LEAST_BUFFER_BYTES || maxFrameBytes < bufferBytes) {
            throw new IllegalArgumentException("buffers of " + bufferBytes + " bytes in frames of at most "
                    + maxFrameBytes + "; a buffer has at least " + LEAST_BUFFER_BYTES + " and fits into a frame");
        }
        if (heartbeatMs < 1 || silentBeats < 1 || connectTimeoutMs < 1 || ioThreads < 1) {
            throw new IllegalArgumentException("heartbeatMs " + heartbeatMs + ", silentBeats " + silentBeats
                    + ", connectTimeoutMs " + connectTimeoutMs + " and ioThreads " + ioThreads
                    + " must all be at least 1");
        }
    }

    public DataLimits withBufferBytes(int bytes) {
        return new DataLimits(bytes, maxFrameBytes, heartbeatMs, silentBeats, connectTimeoutMs, ioThreads);
    }

    public DataLimits withMaxFrameBytes(int bytes) {
        return new DataLimits(bufferBytes, bytes, heartbeatMs, silentBeats, connectTimeoutMs, ioThreads);
    }

    public DataLimits withHeartbeat(long intervalMs, int silentBeats) {
        return new DataLimits(bufferBytes, maxFrameBytes, intervalMs, silentBeats, connectTimeoutMs, ioThreads);
    }
}
