package io.tidemark.deploy.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "cluster", description = "A cluster of processes in the background of this machine.")
final class ClusterCommand {
    @Mixin
    private CommonOptions common;
}
