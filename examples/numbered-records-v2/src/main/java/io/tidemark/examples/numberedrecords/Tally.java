package io.tidemark.examples.numberedrecords;

/**
 * What is kept of a key.
 *
 * @param count records so far
 * @param late how many of them were late; 0 for those that came before this version, which did not count them
 */
public record Tally(long count, long late) {
    static final Tally NONE = new Tally(0, 0);

    Tally with(Marked record) {
        return new Tally(count + 1, late + (record.late() ? 1 : 0));
    }
}
