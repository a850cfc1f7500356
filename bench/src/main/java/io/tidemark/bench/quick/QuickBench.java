package io.tidemark.bench.quick;

import java.nio.file.Path;
import java.util.List;

/**
 * The program behind {@code bench/quick}: compares with the baseline and ends with 1 when something has become slower, or writes
 * a new baseline. Arguments: the baseline's file, and {@code --renew} for a new one.
 */
public final class QuickBench {
    private static final int PAIRS = 3;

    private QuickBench() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        if (args.length > 1 && args[1].equals("--renew")) {
            Regressions.baseline(ratios()).write(file);
            System.out.println("new baseline in " + file);
            return;
        }
        if (args.length > 1) {
            System.err.println("cannot measure: unknown " + args[1] + "; there is --renew, or nothing");
            System.exit(2);
        }
        List<Finding> findings = compare(file);
        if (findings.stream().anyMatch(Finding::isRegression)) {
            System.exit(1);
        }
    }

    /** Measures with this process's class path and prints what it finds. */
    static List<Finding> compare(Path file) throws Exception {
        List<Finding> findings = Regressions.find(Baseline.read(file), ratios());
        findings.forEach(System.out::println);
        return findings;
    }

    private static RatioProcess ratios() {
        return new RatioProcess(System.getProperty("java.class.path"), PAIRS);
    }
}
