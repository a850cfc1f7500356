package io.tidemark.network.data;

import io.tidemark.network.rpc.Security;
import java.util.function.LongSupplier;

/**
 * How a worker listens for records.
 *
 * @param port 0 lets the system choose
 * @param workerId who we are, for the peers' messages
 * @param epoch the leader epoch that the worker knows of; asked when a channel is registered or opened, by any thread
 */
public record DataServerConfig(
        String host, int port, Security security, String workerId, LongSupplier epoch, DataLimits limits) {}
