package io.tidemark.examples.transactionjoin;

/**
 * A customer bought something.
 *
 * @param timestampMs when, in milliseconds since 1970
 */
public record Transaction(String id, String customer, long cents, long timestampMs) {}
