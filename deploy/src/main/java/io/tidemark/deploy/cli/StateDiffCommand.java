package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.StoredStates;
import io.tidemark.checkpoint.schema.StateDiff;
import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.deploy.client.JobJar;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.statediff.StateDiffProcess;
import io.tidemark.deploy.view.StateDiffView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "diff",
        description = {
            "Say what becomes of a savepoint's state in another version of its job, field by field.",
            "The exit status is 0 when it fits, and 1 when it does not.",
            "What is compared are schemas; whether files are damaged says tidemark state ls --verify."
        })
final class StateDiffCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Mixin
    private ListingOptions listing;

    @Option(
            names = "--class",
            paramLabel = "C",
            description = "Class whose main builds the job. By default the one that the jar's manifest names.")
    private String mainClass;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "An option of the job. Repeatable.")
    private Map<String, String> options = new TreeMap<>();

    @Option(
            names = "--open-timeout",
            paramLabel = "S",
            description = "Seconds that an operator may take to open. By default 10.")
    private int openTimeoutS = 10;

    @Parameters(index = "0", paramLabel = "SAVEPOINT", description = "A savepoint or a checkpoint.")
    private String from;

    @Parameters(index = "1", paramLabel = "JAR|SAVEPOINT", description = "The job's new jar, or another savepoint.")
    private String to;

    @Parameters(
            index = "2..*",
            paramLabel = "ARGS",
            arity = "0..*",
            description = "Arguments of the job's main. What is called as an option of ours stands behind a \"--\".")
    private List<String> arguments = List.of();

    StateDiffCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (openTimeoutS < 1) {
            throw UserError.usage("--open-timeout " + openTimeoutS + " is not possible", "Give a number from 1.");
        }
        StateDiffView view = isJar() ? withJar() : withSavepoint();
        surroundings.terminal().lines(listing.linesOf(view, surroundings.times()));
        return (view.fits() ? ExitStatus.DONE : ExitStatus.FAILED).number();
    }

    private Configuration configuration() {
        return surroundings.configuration(common.configFile(), Map.of());
    }

    private boolean isJar() {
        return to.endsWith(".jar") || (!to.contains("://") && Files.isRegularFile(Path.of(to)));
    }

    private StateDiffView withSavepoint() {
        if (!arguments.isEmpty() || mainClass != null) {
            throw UserError.usage(to + " is no jar, so it takes no class and no arguments", "Name a jar.");
        }
        List<SavepointReader> both = new ArrayList<>();
        SavepointAccess.use(from, configuration(), savepoint -> both.add(SavepointReader.of(savepoint)));
        SavepointAccess.use(to, configuration(), savepoint -> both.add(SavepointReader.of(savepoint)));
        StateDiff diff = StateDiff.of(StoredStates.thatHoldSomething(both.get(0)), StoredStates.all(both.get(1)));
        return StateDiffView.of(from, to, diff);
    }

    private StateDiffView withJar() throws InterruptedException {
        JobJar jar = JobJar.open(Path.of(to), Optional.ofNullable(mainClass));
        List<Savepoint> opened = new ArrayList<>();
        SavepointAccess.use(from, configuration(), opened::add);
        PlanningRequest job = PlanningRequest.newBuilder()
                .setJar(jar.path().toAbsolutePath().toString())
                .setJarName(jar.path().getFileName().toString())
                .setMainClass(jar.mainClass())
                .addAllArguments(arguments)
                .putAllConfiguration(options)
                .build();
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        try {
            return new StateDiffProcess(java, System.getProperty("java.class.path"), Duration.ofSeconds(openTimeoutS))
                    .diff(opened.get(0), job);
        } catch (IOException e) {
            throw UserError.failed(
                    to + " could not be looked at: " + e.getMessage(), "Check that the disk has room and works.", e);
        }
    }
}
