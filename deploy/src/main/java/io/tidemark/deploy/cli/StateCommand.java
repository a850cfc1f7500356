package io.tidemark.deploy.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "state", description = "Look into savepoints, checkpoints and running jobs.")
final class StateCommand {
    @Mixin
    private CommonOptions common;
}
