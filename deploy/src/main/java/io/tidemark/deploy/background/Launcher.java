package io.tidemark.deploy.background;

import io.tidemark.deploy.error.UserError;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts processes of the distribution, each with its log. Used by one thread. */
final class Launcher {
    private final Path command;
    private final ClusterDirectory directory;
    private final boolean boundToThisProcess;

    /** @param home the distribution's directory */
    Launcher(Path home, ClusterDirectory directory, boolean boundToThisProcess) {
        this.command = home.resolve("bin").resolve("tidemark");
        this.directory = directory;
        this.boundToThisProcess = boundToThisProcess;
    }

    Launched launch(String name, List<String> arguments) {
        List<String> line = new ArrayList<>();
        line.add(command.toString());
        line.addAll(arguments);
        if (boundToThisProcess) {
            line.add("--until-input-ends");
        }
        Path log = directory.logFile(name);
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("TIDEMARK_IN_BACKGROUND", "1");
        if (!boundToThisProcess) {
            builder.redirectInput(new File("/dev/null"));
        }
        try {
            long logStart = Files.exists(log) ? Files.size(log) : 0;
            ProcessRecord process = ProcessRecord.of(name, builder.start());
            directory.remember(process);
            return new Launched(process, log, logStart);
        } catch (IOException e) {
            throw UserError.failed(
                    "the process " + name + " cannot be started: " + e.getMessage(),
                    "Check that " + command + " is there and may be run.",
                    e);
        }
    }
}
