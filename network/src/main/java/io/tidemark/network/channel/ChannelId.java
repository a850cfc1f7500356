package io.tidemark.network.channel;

/**
 * Names a channel.
 *
 * @param edge id of the plan's edge
 * @param producer subtask that writes
 * @param consumer subtask that reads
 */
public record ChannelId(String jobId, int attempt, int edge, int producer, int consumer) {
    @Override
    public String toString() {
        return "edge " + edge + " from subtask " + producer + " to " + consumer + " of job " + jobId + " attempt "
                + attempt;
    }
}
