package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ParameterException;

/**
 * The program behind {@code bench/run}: engines take turns with each workload, under each JVM setting; then tables, and a
 * chart. Arguments: the checkout, then {@link Arguments}.
 */
public final class SideBySide {
    private static final String VOID_RUNS = "some runs are void";

    private final Arguments arguments;
    private final Engines engines;
    private final Path lines;
    private final List<Run> runs = new ArrayList<>();

    private SideBySide(Arguments arguments, Path lines) {
        this.arguments = arguments;
        this.engines = new Engines(arguments.checkout());
        this.lines = lines;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments;
        try {
            arguments = Arguments.parse(Path.of(args[0]), List.of(args).subList(1, args.length));
        } catch (ParameterException e) {
            System.err.println("cannot measure: " + e.getMessage());
            e.getCommandLine().usage(System.err);
            System.exit(2);
            return;
        }
        String name =
                DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).format(LocalDateTime.now());
        Files.createDirectories(arguments.output());
        SideBySide sideBySide = new SideBySide(arguments, arguments.output().resolve(name + ".jsonl"));
        if (arguments.reported().isEmpty()) {
            for (Workload workload : arguments.workloads()) {
                sideBySide.measure(workload);
            }
        } else {
            for (Path file : arguments.reported()) {
                Files.readAllLines(file).forEach(line -> sideBySide.runs.add(Run.fromJson(line)));
            }
        }
        String table = String.join("\n", Report.of(sideBySide.runs)) + "\n";
        System.out.println();
        System.out.println(table);
        Files.writeString(arguments.output().resolve(name + ".md"), table);
        Chart.write(Report.best(sideBySide.runs), arguments.output().resolve(name + ".svg"));
        if (!sideBySide.runs.stream().allMatch(Run::isValid)) {
            System.err.println(VOID_RUNS);
            System.exit(1);
        }
    }

    private void measure(Workload workload) throws IOException, InterruptedException {
        List<Contest> contests = new ArrayList<>();
        for (JvmSetting setting : arguments.settings()) {
            for (String engine : arguments.engines()) {
                if (Engines.runs(engine, workload)) {
                    contests.add(new Contest(
                            workload, engine, engines.classPath(engine), setting, events(workload, engine)));
                }
            }
        }
        Map<Long, Tally> expected = new HashMap<>();
        for (Contest contest : contests) {
            if (!expected.containsKey(contest.events())) {
                expected.put(contest.events(), plainTally(workload, contest.events()));
            }
        }
        for (int number = 1; number <= arguments.runs(); number++) {
            for (Contest contest : contests) {
                add(run(contest, number, expected.get(contest.events())));
            }
            if (number == arguments.settle()) {
                contests = Settling.settle(contests, runs);
            }
        }
    }

    private long events(Workload workload, String engine) {
        return Math.round(workload.events() * arguments.eventShare() * Engines.share(engine, workload));
    }

    /** What the plain loop gives first is what the others must give, and it itself again. */
    private Tally plainTally(Workload workload, long events) throws IOException, InterruptedException {
        return RunProcess.run(
                        new Contest(
                                workload, Engines.PLAIN, engines.classPath(Engines.PLAIN), JvmSetting.DEFAULT, events),
                        arguments.timeout())
                .tally();
    }

    private Run run(Contest contest, int number, Tally expected) throws IOException, InterruptedException {
        try {
            return Run.measured(contest, number, RunProcess.run(contest, arguments.timeout()), expected);
        } catch (FailedRunException e) {
            return Run.failed(contest, number, e.getMessage());
        }
    }

    private void add(Run run) throws IOException {
        runs.add(run);
        System.out.println(run.toJson());
        Files.writeString(
                lines, run.toJson() + System.lineSeparator(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
