package io.tidemark.examples.numberedrecords;

import io.tidemark.api.connector.SourceSplit;

/**
 * The numbers that are still to be made.
 *
 * @param next the next one
 * @param end exclusive
 */
public record Stretch(long next, long end) implements SourceSplit {
    @Override
    public String splitId() {
        return "numbers below " + end;
    }
}
