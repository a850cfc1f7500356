package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.config.SecurityFromOptions;
import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.DrillReport;
import io.tidemark.deploy.drill.DrillRunner;
import io.tidemark.deploy.drill.check.KnownAnswer;
import io.tidemark.deploy.drill.check.NumberedInput;
import io.tidemark.deploy.drill.kind.Drills;
import io.tidemark.deploy.drill.stage.DrillClock;
import io.tidemark.deploy.drill.stage.NumberedSubject;
import io.tidemark.deploy.drill.stage.Patience;
import io.tidemark.deploy.drill.stage.Subject;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.view.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "drill",
        description = "Break a throw-away cluster on purpose, and see whether the job's results stay right.")
final class DrillCommand implements Callable<Integer> {
    /** For a single thing that should happen. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final NumberedInput INPUT = new NumberedInput(200_000, 97);
    private static final NumberedSubject.Load LOAD = new NumberedSubject.Load(2_000, 0);

    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Option(names = "--list", description = "List the drills.")
    private boolean list;

    @Option(names = "--json", description = "Print the reports as JSON.")
    private boolean json;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Which drills; all without a name.")
    private List<String> names = List.of();

    DrillCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = surroundings.terminal();
        List<Drill> drills = names.isEmpty()
                ? Drills.all()
                : names.stream().map(Drills::named).toList();
        if (list) {
            Table table = new Table().left("drill").left("what is done");
            drills.forEach(drill -> table.row(drill.name(), drill.sentence()));
            terminal.lines(table.lines());
            return ExitStatus.DONE.number();
        }
        List<DrillReport> reports = run(drills, terminal);
        if (json) {
            terminal.line(Json.of(reports));
        } else if (reports.size() > 1) {
            terminal.line("");
            terminal.lines(DrillRunner.table(reports));
        }
        boolean clean = reports.stream().allMatch(DrillReport::isClean);
        return (clean ? ExitStatus.DONE : ExitStatus.FAILED).number();
    }

    private List<DrillReport> run(List<Drill> drills, Terminal terminal) throws InterruptedException {
        Configuration configuration = surroundings.configuration(common.configFile(), Map.of());
        Path home = surroundings.homeOrFail();
        // Beside JSON, what is going on is no result.
        Consumer<String> says = json ? terminal::note : terminal::line;
        DrillRunner runner = new DrillRunner(
                home,
                SecurityFromOptions.of(configuration),
                new Patience(DrillClock.ofSystem(), LIMIT),
                step -> says.accept("  " + step));
        Function<Path, Subject> subjects = numberedRecords(home);
        List<DrillReport> reports = new ArrayList<>();
        for (Drill drill : drills) {
            says.accept(drill.name() + ": " + drill.sentence());
            DrillReport report = runner.run(drill, subjects);
            report.lines(surroundings.times(), 0).forEach(says);
            reports.add(report);
        }
        return reports;
    }

    private static Function<Path, Subject> numberedRecords(Path home) {
        KnownAnswer known = KnownAnswer.of(INPUT);
        Path jar = home.resolve("examples/numbered-records.jar");
        return directory -> new NumberedSubject(jar, known, LOAD, directory);
    }
}
