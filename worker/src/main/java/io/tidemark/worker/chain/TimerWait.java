package io.tidemark.worker.chain;

/**
 * Timers by the wall clock that the end of an operator's input waits for, since it is to be so.
 *
 * @param timers how many there are
 * @param nextAtMs when the first of them is due
 */
public record TimerWait(long timers, long nextAtMs) {}
