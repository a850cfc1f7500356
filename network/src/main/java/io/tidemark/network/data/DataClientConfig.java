package io.tidemark.network.data;

import io.tidemark.network.rpc.Security;

/**
 * How a worker sends records to others.
 *
 * @param workerId who we are, for the peers' messages
 * @param flushIntervalNs how long a record may wait for its buffer to fill
 */
public record DataClientConfig(Security security, String workerId, long flushIntervalNs, DataLimits limits) {}
