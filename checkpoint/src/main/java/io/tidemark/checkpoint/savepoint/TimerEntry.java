package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.timer.TimerDomain;

/**
 * A timer that is set.
 *
 * @param domain the clock it goes by
 * @param timestamp in milliseconds
 * @param <K> type of the keys
 * @param <N> type of the namespaces
 */
public record TimerEntry<K, N>(TimerDomain domain, long timestamp, K key, N namespace) {}
