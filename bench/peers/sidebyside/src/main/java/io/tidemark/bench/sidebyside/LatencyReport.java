package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** How long after the end of windows results were there, as a table: of each percentile the median of the runs. */
final class LatencyReport {
    private LatencyReport() {}

    /** @return nothing when latency was not asked for */
    static List<String> of(List<Run> runs) {
        Map<List<String>, List<Run>> alike = runs.stream()
                .filter(run -> run.isValid() && run.latency() != null)
                .collect(Collectors.groupingBy(
                        run -> List.of(run.workload(), run.engine(), run.setting()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<String> lines = new ArrayList<>();
        if (!alike.isEmpty()) {
            lines.add("");
            lines.add("| work | engine | JVM | runs | p50, ms | p99, ms | p99.99, ms | highest p99.99, ms |");
            lines.add("|---|---|---|---|---|---|---|---|");
        }
        alike.forEach((names, same) -> lines.add(String.format(
                Locale.ROOT,
                "| %s | %d | %.1f | %.1f | %.1f | %.1f |",
                String.join(" | ", names),
                same.size(),
                median(same, Latency::p50Ms),
                median(same, Latency::p99Ms),
                median(same, Latency::p9999Ms),
                same.stream().mapToDouble(run -> run.latency().p9999Ms()).max().orElseThrow())));
        return lines;
    }

    private static double median(List<Run> runs, ToDoubleFunction<Latency> percentile) {
        return Measure.median(runs.stream()
                .mapToDouble(run -> percentile.applyAsDouble(run.latency()))
                .sorted()
                .toArray());
    }
}
