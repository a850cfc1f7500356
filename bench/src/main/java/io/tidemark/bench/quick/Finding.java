package io.tidemark.bench.quick;

import java.util.List;
import java.util.Locale;

/**
 * What came of one piece.
 *
 * @param measured ratio of each attempt, at least one
 */
record Finding(QuickPiece piece, double baseline, List<Double> measured) {
    /** Of the baseline; a ratio below that has fallen by more than a third. */
    private static final double LEAST_SHARE = 2.0 / 3;

    /** Other programs make a ratio fall, hardly one makes it rise: the best attempt is the truest. */
    boolean isRegression() {
        return best() < baseline * LEAST_SHARE;
    }

    double best() {
        return measured.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %.2f of the plain loop's rate per core, %.2f remembered, at least %.2f wanted%s",
                piece,
                best(),
                baseline,
                baseline * LEAST_SHARE,
                isRegression() ? ": SLOWER, in " + measured.size() + " attempts" : "");
    }
}
