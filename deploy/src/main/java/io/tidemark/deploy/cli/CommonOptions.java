package io.tidemark.deploy.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What every command takes. */
final class CommonOptions {
    @Option(names = "--verbose", description = "Show the stack trace of an error.")
    private boolean verbose;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration instead of conf/tidemark.yaml.")
    private Path configFile;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    Optional<Path> configFile() {
        return Optional.ofNullable(configFile);
    }
}
