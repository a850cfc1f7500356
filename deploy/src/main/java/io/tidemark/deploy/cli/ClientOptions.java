package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.background.ClusterDirectory;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.deploy.config.SecurityFromOptions;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.rpc.HostPort;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command takes that talks to a coordinator. */
final class ClientOptions {
    @Mixin
    private CommonOptions common;

    @Option(
            names = "--coordinator",
            paramLabel = "HOST:PORT",
            description = "The cluster's coordinator. By default that of 'tidemark cluster start'.")
    private String coordinator;

    /** @throws UserError with its own exit status when no coordinator is there */
    ClusterClient connect(Surroundings surroundings) {
        Configuration configuration = surroundings.configuration(common.configFile(), Map.of());
        HostPort address = Optional.ofNullable(coordinator)
                .or(() -> configuration.find(ProcessOptions.COORDINATOR_ADDRESS))
                .map(HostPort::parse)
                .or(() -> ClusterDirectory.ofUser().coordinatorAddress())
                .orElseThrow(() -> UserError.noCoordinator(
                        "no cluster runs here, and no coordinator was named",
                        "Start one with: tidemark cluster start, or name it: --coordinator HOST:PORT"));
        return ClusterClient.connect(address, SecurityFromOptions.of(configuration));
    }
}
