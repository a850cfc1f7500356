package io.tidemark.connector.datagen;

import io.tidemark.api.connector.SourceSplit;

/**
 * The numbers {@code first, first + step, first + 2 * step, …} below {@code end}. None is negative.
 *
 * @param end exclusive; {@code Long.MAX_VALUE} for no end
 * @param next the next one to make
 * @param ratePerSecond how many a second this split was to make when it was made; the source that reads it says how many it
 *     may now
 */
public record DatagenSplit(long first, long step, long end, long next, double ratePerSecond) implements SourceSplit {
    public DatagenSplit {
        if (first < 0 || next < first || step < 1) {
            throw new IllegalArgumentException("numbers go up from 0 or more, not from " + first + " by " + step
                    + (next < first ? " and on from " + next : ""));
        }
    }

    @Override
    public String splitId() {
        String numbers = step == 1 ? "from " + first : first + " + n * " + step;
        return end == Long.MAX_VALUE ? numbers : numbers + " below " + end;
    }

    DatagenSplit at(long newNext) {
        return new DatagenSplit(first, step, end, newNext, ratePerSecond);
    }
}
