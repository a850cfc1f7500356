/**
 * A join by event time, written by hand: each transaction with what was known of its customer at that time.
 *
 * <p>Central type: {@link io.tidemark.examples.transactionjoin.TransactionJoin}. Threading: functions are used by their task
 * only.
 */
package io.tidemark.examples.transactionjoin;
