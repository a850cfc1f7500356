package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Medians, spreads and ratios of runs as tables. Each engine is compared at the setting that served it better. */
final class Report {
    /** More runs come first: an engine that settled was run once or twice under the other setting, by luck perhaps faster. */
    private static final Comparator<Measure> SERVED_BETTER =
            Comparator.comparingInt(Measure::runs).thenComparingDouble(Measure::median);

    private Report() {}

    static List<String> of(List<Run> all) {
        List<String> lines = new ArrayList<>();
        List<Run> runs = all.stream().filter(run -> run.latency() == null).toList();
        lines.add("| work | engine | JVM | runs | M events/s, median | least | most | peak RSS, MiB |");
        lines.add("|---|---|---|---|---|---|---|---|");
        measures(runs)
                .forEach(measure -> lines.add(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %d | %.2f | %.2f | %.2f | %d |",
                        measure.workload(),
                        measure.engine(),
                        measure.setting(),
                        measure.runs(),
                        measure.median() / 1e6,
                        measure.least() / 1e6,
                        measure.most() / 1e6,
                        measure.peakRssMiB())));
        lines.add("");
        lines.add("| work | Tidemark's JVM | beside | its JVM | Tidemark's rate is its rate times |");
        lines.add("|---|---|---|---|---|");
        List<Measure> best = best(runs);
        best.stream()
                .filter(measure -> !measure.engine().equals(Engines.TIDEMARK))
                .forEach(other ->
                        tidemark(best, other.workload()).ifPresent(tidemark -> lines.add(ratio(tidemark, other))));
        lines.addAll(LatencyReport.of(all));
        all.stream()
                .filter(run -> !run.isValid())
                .forEach(run -> lines.add("\nVoid: " + run.workload() + " on " + run.engine() + " (" + run.setting()
                        + "), run " + run.number() + ", " + run.failure()));
        return lines;
    }

    /** Of each engine and workload the measure under the setting that served it better: where it has most runs, then the highest median. */
    static List<Measure> best(List<Run> runs) {
        Map<List<String>, Optional<Measure>> best = measures(runs).stream()
                .collect(Collectors.groupingBy(
                        measure -> List.of(measure.workload(), measure.engine()),
                        LinkedHashMap::new,
                        Collectors.maxBy(SERVED_BETTER)));
        return best.values().stream().flatMap(Optional::stream).toList();
    }

    private static List<Measure> measures(List<Run> runs) {
        Map<List<String>, List<Run>> alike = runs.stream()
                .filter(run -> run.isValid() && run.latency() == null)
                .collect(Collectors.groupingBy(
                        run -> List.of(run.workload(), run.engine(), run.setting()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return alike.values().stream().map(Measure::of).toList();
    }

    private static Optional<Measure> tidemark(List<Measure> best, String workload) {
        return best.stream()
                .filter(measure -> measure.engine().equals(Engines.TIDEMARK)
                        && measure.workload().equals(workload))
                .findFirst();
    }

    private static String ratio(Measure tidemark, Measure other) {
        boolean isLoop = Engines.isOneThread(other.engine());
        double ratio = tidemark.median() / other.median() / (isLoop ? Workload.PARALLELISM : 1);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.2f |",
                tidemark.workload(),
                tidemark.setting(),
                other.engine() + (isLoop ? ", per core" : ""),
                other.setting(),
                ratio);
    }
}
