package io.tidemark.examples.numberedrecords;

/**
 * What is kept of a key.
 *
 * @param count records so far
 */
public record Tally(long count) {
    static final Tally NONE = new Tally(0);

    Tally with(Marked record) {
        return new Tally(count + 1);
    }
}
