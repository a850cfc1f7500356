package io.tidemark.examples.numberedrecords;

/**
 * A record that its number alone decides. A record is made every ten milliseconds of event time; of a hundred, ten come a
 * little out of order, one comes late, and one comes so late that its window is over.
 *
 * @param number from 0, in order of arrival
 * @param timeMs event time in milliseconds
 */
public record Numbered(long number, int key, long timeMs) {
    static final long FIRST_TIME_MS = 100_000;
    static final long STEP_MS = 10;

    static Numbered of(long number, int keys) {
        return new Numbered(number, (int) (number % keys), FIRST_TIME_MS + number * STEP_MS - lagMs(number));
    }

    private static long lagMs(long number) {
        int ofHundred = (int) (number % 100);
        if (ofHundred == 99) {
            return 30_000;
        } else if (ofHundred == 50) {
            return 5_000;
        } else {
            return ofHundred % 10 == 7 ? 1_500 : 0;
        }
    }
}
