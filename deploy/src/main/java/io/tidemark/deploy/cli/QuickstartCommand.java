package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.config.SecurityFromOptions;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.quickstart.Quickstart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "quickstart",
        description = "See it work: a local cluster of processes, the sensor lab as a job for several delays of its"
                + " watermark, what came late each time, and everything stopped again.")
final class QuickstartCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private CommonOptions common;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Directory of the results. By default a new one for temporary files.")
    private Path output;

    QuickstartCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        Configuration configuration = surroundings.configuration(common.configFile(), Map.of());
        new Quickstart(
                        surroundings.homeOrFail(),
                        output == null ? temporary() : output,
                        SecurityFromOptions.of(configuration),
                        surroundings.terminal())
                .run();
        return 0;
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("tidemark-quickstart-");
        } catch (IOException e) {
            throw UserError.failed("no temporary directory can be made: " + e, "Name one with --output.", e);
        }
    }
}
