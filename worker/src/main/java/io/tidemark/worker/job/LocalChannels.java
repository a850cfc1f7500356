package io.tidemark.worker.job;

import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.LocalChannel;
import io.tidemark.network.channel.OutputChannel;
import java.util.HashMap;
import java.util.Map;

/** The channels between tasks of one attempt on this worker: made by the consumer, found by the producer. Thread-safe. */
final class LocalChannels {
    private final Map<ChannelId, LocalChannel> channels = new HashMap<>();

    synchronized void put(ChannelId id, LocalChannel channel) {
        channels.put(id, channel);
    }

    /** The producing end. */
    synchronized OutputChannel output(ChannelId id) {
        LocalChannel channel = channels.get(id);
        if (channel == null) {
            throw new IllegalStateException("no task on this worker consumes " + id);
        }
        return channel.output();
    }

    synchronized void clear() {
        channels.clear();
    }
}
