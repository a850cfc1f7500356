package io.tidemark.worker.chain;

/**
 * An operator whose event time stands still while windows or timers wait for it.
 *
 * @param sinceMs since when
 * @param nextDue the least event time at which one of them is due
 */
public record Standstill(int nodeId, String name, int subtask, long watermark, long sinceMs, long nextDue) {}
