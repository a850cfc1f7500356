package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** What was asked for. */
@Command(
        name = "bench/run",
        description = "Measures Tidemark beside its peers and the plain loop.",
        footer = "--no-build leaves out the build before it.",
        sortOptions = false)
final class Arguments {
    private final Path checkout;

    @Parameters(paramLabel = "WORKLOAD|FILE", arity = "1..*", description = "What to run; with --report files of runs.")
    private List<String> subjects;

    @Option(
            names = "--runs",
            defaultValue = "5",
            paramLabel = "N",
            description = "Runs of each engine (${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--settle",
            defaultValue = "0",
            paramLabel = "N",
            description = "After N runs under each setting go on under the one that served an engine better; 0 for never.")
    private int settle;

    @Option(names = "--engines", split = ",", paramLabel = "NAME", description = "Which engines; all without it.")
    private List<String> engines = Engines.ALL;

    @Option(names = "--settings", split = ",", paramLabel = "NAME", description = "default, parallel; both without it.")
    private List<String> settings = List.of();

    @Option(
            names = "--events",
            defaultValue = "1",
            paramLabel = "SHARE",
            description = "How many of a workload's events are run, to try things out (${DEFAULT-VALUE}).")
    private double eventShare;

    @Option(
            names = "--timeout",
            defaultValue = "600",
            paramLabel = "SECONDS",
            description = "How long a run may take (${DEFAULT-VALUE}).")
    private long timeoutSeconds;

    @Option(names = "--output", paramLabel = "DIR", description = "Where results go; bench/target/runs without it.")
    private Path output;

    @Option(names = "--report", description = "Make tables and chart again of runs that there are.")
    private boolean report;

    Arguments(Path checkout) {
        this.checkout = checkout;
        this.output = checkout.resolve("bench/target/runs");
    }

    /** @throws ParameterException when a name is unknown */
    static Arguments parse(Path checkout, List<String> words) {
        Arguments arguments = new Arguments(checkout);
        CommandLine line = new CommandLine(arguments);
        line.parseArgs(words.toArray(String[]::new));
        try {
            arguments.workloads();
            arguments.settings();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage(), e);
        }
        return arguments;
    }

    Path checkout() {
        return checkout;
    }

    /** Empty to report. */
    List<Workload> workloads() {
        return report ? List.of() : subjects.stream().map(Workload::of).toList();
    }

    /** Files of runs to report on; empty to run something. */
    List<Path> reported() {
        return report ? subjects.stream().map(Path::of).toList() : List.of();
    }

    int runs() {
        return runs;
    }

    /** After how many runs an engine stays with one setting; 0 for never. */
    int settle() {
        return settle;
    }

    List<String> engines() {
        return engines;
    }

    List<JvmSetting> settings() {
        return settings.isEmpty()
                ? List.of(JvmSetting.values())
                : settings.stream().map(JvmSetting::of).toList();
    }

    double eventShare() {
        return eventShare;
    }

    Duration timeout() {
        return Duration.ofSeconds(timeoutSeconds);
    }

    Path output() {
        return output;
    }
}
