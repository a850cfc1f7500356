package io.tidemark.examples.transactionjoin;

/**
 * A transaction with what was known of its customer at its time.
 *
 * @param tier "unknown" when nothing was
 */
public record JoinedTransaction(String id, String customer, long cents, String tier) {}
