package io.tidemark.examples.numberedrecords;

/**
 * A record with what its key has come to.
 *
 * @param tally with this record
 */
public record Counted(Marked record, Tally tally) {}
