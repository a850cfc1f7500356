package io.tidemark.deploy.cli;

import io.tidemark.api.config.ConfigOption;
import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.client.JobJar;
import io.tidemark.deploy.config.SecurityFromOptions;
import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.DrillReport;
import io.tidemark.deploy.drill.DrillRunner;
import io.tidemark.deploy.drill.UndisturbedRun;
import io.tidemark.deploy.drill.check.KnownAnswer;
import io.tidemark.deploy.drill.check.LineCheck;
import io.tidemark.deploy.drill.check.NumberedInput;
import io.tidemark.deploy.drill.kind.Drills;
import io.tidemark.deploy.drill.stage.DrillClock;
import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.NumberedSubject;
import io.tidemark.deploy.drill.stage.Patience;
import io.tidemark.deploy.drill.stage.Subject;
import io.tidemark.deploy.drill.stage.UserJob;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.view.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "drill",
        description = "Break a throw-away cluster on purpose, and see whether the job's results stay right.")
final class DrillCommand implements Callable<Integer> {
    /** For a single thing that should happen. */
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** What comes on top of it where there is large state: a slow machine builds and moves so much of it in a second. */
    private static final long STATE_BYTES_PER_SECOND = 8 << 20;

    private static final long RECORDS = 100_000;
    private static final long RECORDS_PER_SECOND = 2_000;
    private static final int KEYS = 97;
    /** With large state, what is kept of each key. */
    private static final int STATE_BYTES = 1024;

    private static final ConfigOption<Long> STATE = ConfigOption.ofMemory(
            "--state", 0L, "How much the job with numbered records holds, beside a few bytes a key.");
    private static final int SLOTS = 2;

    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Option(names = "--list", description = "List the drills.")
    private boolean list;

    @Option(names = "--json", description = "Print the reports as JSON.")
    private boolean json;

    @Option(
            names = "--state",
            paramLabel = "SIZE",
            description =
                    "Have the job with numbered records hold so much state, such as 1gb: a kibibyte a key. Workers may"
                            + " need more memory: TIDEMARK_WORKER_JAVA_OPTS.")
    private String state = "";

    @Option(
            names = "--class",
            paramLabel = "C",
            description =
                    "With --job: class whose main builds the job. By default the one that the jar's manifest names.")
    private String mainClass;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "With --job: number of subtasks of every operator that has no number of its own.")
    private int parallelism;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "With --job: an option of the job. Repeatable.")
    private Map<String, String> options = new TreeMap<>();

    @Option(
            names = "--header",
            description = "With --job: each file of results begins with a line that names the columns.")
    private boolean hasHead;

    @Option(
            names = "--job",
            paramLabel = "JAR ARGS",
            arity = "1..*",
            parameterConsumer = RestOfTheLine.class,
            description = "Drill this job instead of the one with numbered records. All that follows the jar is the"
                    + " job's; write {out} where the directory of its file sink is to stand.")
    private List<String> job = List.of();

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Which drills; all without a name.")
    private List<String> names = List.of();

    DrillCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What follows the jar is the job's, even if it looks like an option of ours. */
    static final class RestOfTheLine implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            List<String> rest = new ArrayList<>();
            while (!words.isEmpty()) {
                rest.add(words.pop());
            }
            option.setValue(rest);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = surroundings.terminal();
        List<Drill> drills = chosen();
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

    private List<Drill> chosen() {
        boolean isOwnJob = !job.isEmpty();
        if (names.isEmpty()) {
            return Drills.all().stream()
                    .filter(drill -> !isOwnJob || drill.suitsAnyJob())
                    .toList();
        }
        List<Drill> drills = names.stream().map(Drills::named).toList();
        for (Drill drill : drills) {
            if (isOwnJob && !drill.suitsAnyJob()) {
                throw UserError.usage(
                        drill.name() + " needs to know more of a job than where it writes",
                        "Run it without --job, or choose another drill.");
            }
        }
        return drills;
    }

    private List<DrillReport> run(List<Drill> drills, Terminal terminal) throws InterruptedException {
        Configuration configuration = surroundings.configuration(common.configFile(), Map.of());
        // Whichever worker is left has slots enough for the whole job.
        DrillCluster.Site site = new DrillCluster.Site(
                surroundings.homeOrFail(), SecurityFromOptions.of(configuration), Math.max(SLOTS, parallelism));
        Patience patience =
                new Patience(DrillClock.ofSystem(), LIMIT.plusSeconds(stateBytes() / STATE_BYTES_PER_SECOND));
        // Beside JSON, what is going on is no result.
        Consumer<String> says = json ? terminal::note : terminal::line;
        Consumer<String> saysStep = step -> says.accept("  " + step);
        Function<Path, Subject> subjects =
                job.isEmpty() ? numberedRecords(site.home()) : ownJob(site, patience, saysStep);
        DrillRunner runner = new DrillRunner(site, patience, saysStep);
        List<DrillReport> reports = new ArrayList<>();
        for (Drill drill : drills) {
            says.accept(drill.name() + ": " + drill.sentence());
            DrillReport report = runner.run(drill, subjects);
            report.lines(surroundings.times(), 0).forEach(says);
            reports.add(report);
        }
        return reports;
    }

    private long stateBytes() {
        return state.isEmpty() ? 0 : STATE.parse(state);
    }

    private Function<Path, Subject> numberedRecords(Path home) {
        long stateBytes = stateBytes();
        int keys = stateBytes == 0 ? KEYS : Math.toIntExact(Math.max(KEYS, stateBytes / STATE_BYTES));
        // Large state is there when each key has had a record; then come as many as otherwise.
        KnownAnswer known = KnownAnswer.of(new NumberedInput(stateBytes == 0 ? RECORDS : RECORDS + keys, keys));
        NumberedSubject.Load load = new NumberedSubject.Load(RECORDS_PER_SECOND, stateBytes == 0 ? 0 : STATE_BYTES);
        return directory -> new NumberedSubject(home.resolve("examples"), known, load, directory);
    }

    private Function<Path, Subject> ownJob(DrillCluster.Site site, Patience patience, Consumer<String> says)
            throws InterruptedException {
        if (parallelism < 0) {
            throw UserError.usage("--parallelism " + parallelism + " is not possible", "Give a number from 1.");
        }
        UserJob own = new UserJob(
                JobJar.open(Path.of(job.get(0)), Optional.ofNullable(mainClass)),
                job.subList(1, job.size()),
                parallelism,
                options,
                hasHead);
        LineCheck.Run right = new UndisturbedRun(site, patience, says).of(own);
        return directory -> own.subject(right, directory);
    }
}
