package io.tidemark.examples.transactionjoin;

/**
 * What is known of a customer from a point in time on.
 *
 * @param timestampMs since when, in milliseconds since 1970
 */
public record Customer(String customer, String tier, long timestampMs) {}
