package io.tidemark.deploy.cli;

import io.tidemark.deploy.background.ClusterDirectory;
import io.tidemark.deploy.background.ProcessRecord;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.config.SecurityFromOptions;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.view.ClusterView;
import io.tidemark.network.rpc.HostPort;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "status", description = "Show the processes of a local cluster.")
final class ClusterStatusCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Mixin
    private DirectoryOption directoryOption;

    @Mixin
    private ListingOptions listing;

    ClusterStatusCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ClusterDirectory directory = directoryOption.directory();
        List<ProcessRecord> processes = directory.processes();
        HostPort coordinator = directory
                .coordinatorAddress()
                .filter(address -> !processes.isEmpty())
                .orElseThrow(() -> UserError.noCoordinator(
                        "no cluster runs in " + directory.path(), "Start one with: tidemark cluster start"));
        List<ClusterView.Process> shown = processes.stream()
                .map(process -> new ClusterView.Process(
                        process.name(),
                        process.pid(),
                        process.isAlive(),
                        directory.logFile(process.name()).toString()))
                .toList();
        try (ClusterClient cluster = ClusterClient.connect(
                coordinator, SecurityFromOptions.of(surroundings.configuration(common.configFile(), Map.of())))) {
            ClusterView view = ClusterView.of(coordinator.toString(), shown, cluster.status());
            surroundings.terminal().lines(listing.linesOf(view, surroundings.times()));
        }
        return 0;
    }
}
