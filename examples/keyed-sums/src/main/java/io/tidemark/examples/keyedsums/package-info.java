/**
 * Count and sum per key and second over millions of events; with a generator of the events, and a plain program that
 * computes the exact answer.
 *
 * <p>Central type: {@link io.tidemark.examples.keyedsums.KeyedSums}. Threading: functions are used by their task only.
 */
package io.tidemark.examples.keyedsums;
