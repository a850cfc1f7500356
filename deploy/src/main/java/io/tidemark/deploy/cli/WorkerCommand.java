package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.deploy.process.WorkerProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "worker", description = "Run a worker in the foreground, until a signal ends it.")
final class WorkerCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Option(
            names = "--coordinator",
            paramLabel = "HOST:PORT",
            description = "The coordinator to register with: coordinator.address")
    private String coordinator;

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on: worker.host")
    private String host;

    @Option(names = "--slots", paramLabel = "N", description = "Number of slots: worker.slots")
    private Integer slots;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory for the state of running jobs: worker.directory")
    private Path directory;

    @Option(names = "--insecure", description = "Allow other addresses than loopback without a shared secret.")
    private boolean insecure;

    @Option(names = "--until-input-ends", hidden = true)
    private boolean untilInputEnds;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "An option. Repeatable.")
    private Map<String, String> options = new TreeMap<>();

    WorkerCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        OptionArguments arguments = new OptionArguments(options)
                .put(ProcessOptions.COORDINATOR_ADDRESS, coordinator)
                .put(ProcessOptions.WORKER_HOST, host)
                .put(ProcessOptions.WORKER_SLOTS, slots)
                .put(ProcessOptions.WORKER_DIRECTORY, directory == null ? null : directory.toString())
                .put(ProcessOptions.INSECURE, insecure ? Boolean.TRUE : null);
        Configuration configuration = surroundings.configuration(common.configFile(), arguments.toMap());
        WorkerProcess.run(configuration, untilInputEnds);
        return 0;
    }
}
