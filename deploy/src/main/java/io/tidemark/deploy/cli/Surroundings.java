package io.tidemark.deploy.cli;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.config.ConfigurationSources;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Times;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/**
 * What a command finds around it.
 *
 * @param home the distribution's directory; empty when the command does not run out of one
 */
record Surroundings(Terminal terminal, Map<String, String> environment, Optional<Path> home, Times times) {
    static Surroundings ofProcess() {
        return new Surroundings(
                Terminal.ofProcess(),
                System.getenv(),
                Optional.ofNullable(System.getProperty("tidemark.home")).map(Path::of),
                new Times(ZoneId.systemDefault()));
    }

    /** The configuration that holds here, with these options of the command line. */
    Configuration configuration(Optional<Path> file, Map<String, String> arguments) {
        return new ConfigurationSources(ProcessOptions.all()).load(file, home, environment, arguments);
    }

    /** @throws UserError when there is no distribution to start processes from */
    Path homeOrFail() {
        return home.orElseThrow(() -> UserError.failed(
                "this command starts processes of the distribution, and does not run out of one",
                "Run it as bin/tidemark of the distribution."));
    }
}
