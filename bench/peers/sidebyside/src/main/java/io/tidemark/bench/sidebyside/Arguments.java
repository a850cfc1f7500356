package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was asked for.
 *
 * @param eventShare how many of a workload's events are run, to try things out
 * @param reported files of runs to report on; empty to run something
 */
record Arguments(
        Path checkout,
        List<Workload> workloads,
        int runs,
        List<String> engines,
        List<JvmSetting> settings,
        double eventShare,
        Duration timeout,
        Path output,
        List<Path> reported) {
    static final String USAGE = """
            bench/run WORKLOAD... [--runs N] [--engines NAME,...] [--settings default,parallel]
                      [--events SHARE] [--timeout SECONDS] [--output DIR] [--no-build]
            bench/run --report FILE... [--output DIR] [--no-build]""";

    static Arguments parse(Path checkout, String[] words) {
        List<Workload> workloads = new ArrayList<>();
        List<Path> reported = new ArrayList<>();
        int runs = 5;
        List<String> engines = Engines.ALL;
        List<JvmSetting> settings = List.of(JvmSetting.values());
        double eventShare = 1;
        Duration timeout = Duration.ofMinutes(10);
        Path output = checkout.resolve("bench/target/runs");
        boolean isReport = false;
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--runs" -> runs = Integer.parseInt(after(words, i++));
                case "--engines" -> engines = List.of(after(words, i++).split(","));
                case "--settings" ->
                    settings = Arrays.stream(after(words, i++).split(","))
                            .map(JvmSetting::of)
                            .toList();
                case "--events" -> eventShare = Double.parseDouble(after(words, i++));
                case "--timeout" -> timeout = Duration.ofSeconds(Long.parseLong(after(words, i++)));
                case "--output" -> output = Path.of(after(words, i++));
                case "--report" -> isReport = true;
                default -> {
                    if (words[i].startsWith("-")) {
                        throw new IllegalArgumentException("there is no option " + words[i]);
                    } else if (isReport) {
                        reported.add(Path.of(words[i]));
                    } else {
                        workloads.add(Workload.of(words[i]));
                    }
                }
            }
        }
        if (isReport ? reported.isEmpty() : workloads.isEmpty()) {
            throw new IllegalArgumentException("say which");
        }
        return new Arguments(checkout, workloads, runs, engines, settings, eventShare, timeout, output, reported);
    }

    private static String after(String[] words, int i) {
        if (i + 1 == words.length) {
            throw new IllegalArgumentException("something must follow " + words[i]);
        }
        return words[i + 1];
    }
}
