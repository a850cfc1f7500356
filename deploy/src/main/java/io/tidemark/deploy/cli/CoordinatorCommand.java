package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.deploy.process.CoordinatorProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "coordinator", description = "Run a coordinator in the foreground, until a signal ends it.")
final class CoordinatorCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on: coordinator.host")
    private String host;

    @Option(names = "--port", paramLabel = "PORT", description = "Port to listen on: coordinator.port")
    private Integer port;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of jobs and checkpoints: coordinator.job-directory is jobs in it,"
                    + " checkpoint.directory is checkpoints in it")
    private Path directory;

    @Option(names = "--insecure", description = "Allow other addresses than loopback without a shared secret.")
    private boolean insecure;

    @Option(
            names = "--address-file",
            paramLabel = "FILE",
            description = "Write the address there once it listens, for whoever started it on any free port.")
    private Path addressFile;

    @Option(names = "--until-input-ends", hidden = true)
    private boolean untilInputEnds;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "An option. Repeatable.")
    private Map<String, String> options = new TreeMap<>();

    CoordinatorCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        OptionArguments arguments = new OptionArguments(options)
                .put(ProcessOptions.COORDINATOR_HOST, host)
                .put(ProcessOptions.COORDINATOR_PORT, port)
                .put(ProcessOptions.INSECURE, insecure ? Boolean.TRUE : null);
        if (directory != null) {
            arguments
                    .put(ProcessOptions.JOB_DIRECTORY, directory.resolve("jobs").toString())
                    .put(
                            ProcessOptions.CHECKPOINT_DIRECTORY,
                            directory.resolve("checkpoints").toString());
        }
        Configuration configuration = surroundings.configuration(common.configFile(), arguments.toMap());
        CoordinatorProcess.run(configuration, Optional.ofNullable(addressFile), untilInputEnds);
        return 0;
    }
}
