package io.tidemark.bench.quick;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures what is to be believed: a ratio that has fallen is measured again before it counts. */
final class Regressions {
    private static final int ATTEMPTS = 3;

    /** Tidemark's rate, of the plain loop's per core. */
    interface Ratios {
        double measure(QuickPiece piece) throws Exception;
    }

    private Regressions() {}

    /** One finding a piece. */
    static List<Finding> find(Baseline baseline, Ratios ratios) throws Exception {
        List<Finding> findings = new ArrayList<>();
        for (QuickPiece piece : QuickPiece.values()) {
            List<Double> measured = new ArrayList<>();
            Finding finding;
            do {
                measured.add(ratios.measure(piece));
                finding = new Finding(piece, baseline.of(piece), List.copyOf(measured));
            } while (finding.isRegression() && measured.size() < ATTEMPTS);
            findings.add(finding);
        }
        return findings;
    }

    /** A baseline of the machine as it is: of each piece the median of all attempts. */
    static Baseline baseline(Ratios ratios) throws Exception {
        Map<QuickPiece, Double> medians = new EnumMap<>(QuickPiece.class);
        for (QuickPiece piece : QuickPiece.values()) {
            double[] measured = new double[ATTEMPTS];
            for (int i = 0; i < ATTEMPTS; i++) {
                measured[i] = ratios.measure(piece);
            }
            Arrays.sort(measured);
            medians.put(piece, measured[ATTEMPTS / 2]);
        }
        return new Baseline(medians);
    }
}
