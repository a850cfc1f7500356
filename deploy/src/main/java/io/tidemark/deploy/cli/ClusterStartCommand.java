package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.background.ClusterDirectory;
import io.tidemark.deploy.background.ClusterSpec;
import io.tidemark.deploy.background.LocalProcesses;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.deploy.config.SecurityFromOptions;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "start",
        description = "Start a coordinator and workers. Where some of them run already, start what is missing: a worker"
                + " that died is replaced this way, and a coordinator takes its jobs up again.")
final class ClusterStartCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Mixin
    private DirectoryOption directoryOption;

    @Option(names = "--workers", paramLabel = "N", description = "Number of workers. Default: 2")
    private int workers = 2;

    @Option(names = "--slots", paramLabel = "N", description = "Slots of each worker. Default: 2")
    private int slots = 2;

    @Option(names = "--port", paramLabel = "PORT", description = "The coordinator's port. By default any that is free.")
    private Integer port;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "An option of every process. Repeatable.")
    private Map<String, String> options = new TreeMap<>();

    ClusterStartCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (workers < 0 || slots < 1) {
            throw UserError.usage("a cluster needs at least 0 workers with 1 slot each", "Give larger numbers.");
        }
        if (port != null) {
            ProcessOptions.COORDINATOR_PORT.parse(port.toString());
        }
        Configuration configuration = surroundings.configuration(common.configFile(), options);
        ClusterDirectory directory = directoryOption.directory();
        LocalProcesses processes =
                new LocalProcesses(directory, surroundings.homeOrFail(), SecurityFromOptions.of(configuration));
        LocalProcesses.Started started =
                processes.start(new ClusterSpec(workers, slots, Optional.ofNullable(port), arguments(), false));
        report(directory, started);
        return 0;
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        common.configFile().ifPresent(file -> arguments.add("--config=" + file.toAbsolutePath()));
        options.forEach((key, value) -> arguments.add("-D" + key + "=" + value));
        return arguments;
    }

    private void report(ClusterDirectory directory, LocalProcesses.Started started) {
        Terminal terminal = surroundings.terminal();
        if (started.names().isEmpty()) {
            terminal.line("The cluster in " + directory.path() + " runs already, there is nothing to start.");
        } else {
            terminal.line("Started " + String.join(", ", started.names()) + ".");
        }
        long running = directory.processes().stream()
                .filter(process -> !process.isCoordinator() && process.isAlive())
                .count();
        terminal.line("coordinator  " + started.coordinator());
        terminal.line("workers      " + Words.count(running, "worker"));
        terminal.line("directory    " + directory.path());
    }
}
