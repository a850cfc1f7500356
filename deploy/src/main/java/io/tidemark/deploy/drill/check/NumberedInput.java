package io.tidemark.deploy.drill.check;

/**
 * The records that the example {@code numbered-records} makes: a record every ten milliseconds of event time, its key in
 * turn; of a hundred, ten come a little out of order, one late, and one too late for its window.
 *
 * @param records how many
 * @param keys over how many keys they are spread
 */
public record NumberedInput(long records, int keys) {
    private static final long FIRST_TIME_MS = 100_000;
    private static final long STEP_MS = 10;

    int key(long number) {
        return (int) (number % keys);
    }

    long timeMs(long number) {
        long lagMs = 0;
        if (number % 100 == 99) {
            lagMs = 30_000;
        } else if (number % 100 == 50) {
            lagMs = 5_000;
        } else if (number % 10 == 7) {
            lagMs = 1_500;
        }
        return FIRST_TIME_MS + number * STEP_MS - lagMs;
    }
}
