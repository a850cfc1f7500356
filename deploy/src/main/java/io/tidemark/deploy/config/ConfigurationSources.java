package io.tidemark.deploy.config;

import io.tidemark.api.config.ConfigOption;
import io.tidemark.api.config.ConfigOptions;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.api.config.NearestName;
import io.tidemark.deploy.error.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts a process's configuration together: the file, overruled by the environment, overruled by the command line. A
 * key that no option has and a value that does not fit are errors that name what would be right.
 */
public final class ConfigurationSources {
    private static final String PREFIX = "TIDEMARK_";

    /** Variables that are read by the scripts and the logging, and the one that names the file. */
    private static final Set<String> OTHER_VARIABLES = Set.of(
            "TIDEMARK_CONFIG",
            "TIDEMARK_IN_BACKGROUND",
            "TIDEMARK_LOG_LEVEL",
            "TIDEMARK_JAVA_OPTS",
            "TIDEMARK_COORDINATOR_JAVA_OPTS",
            "TIDEMARK_WORKER_JAVA_OPTS");

    private final ConfigOptions options;

    public ConfigurationSources(ConfigOptions options) {
        this.options = options;
    }

    /**
     * The configuration of a process.
     *
     * @param file the file that was asked for; empty: the one that {@code TIDEMARK_CONFIG} names, else {@code
     *     conf/tidemark.yaml} of the distribution if there is one
     * @throws UserError naming what is wrong and where it stands
     */
    public Configuration load(
            Optional<Path> file, Optional<Path> home, Map<String, String> environment, Map<String, String> arguments) {
        Optional<Path> source = file.or(() ->
                        Optional.ofNullable(environment.get("TIDEMARK_CONFIG")).map(Path::of))
                .or(() -> home.map(directory -> directory.resolve("conf/tidemark.yaml"))
                        .filter(Files::exists));
        Configuration fromFile = source.map(YamlConfiguration::read).orElse(Configuration.empty());
        source.ifPresent(path -> check(fromFile, path.toString()));
        Configuration fromEnvironment = fromEnvironment(environment);
        check(fromEnvironment, "the environment");
        Configuration fromArguments = Configuration.of(arguments);
        check(fromArguments, "the command line");
        return fromFile.withAll(fromEnvironment).withAll(fromArguments);
    }

    /** The variable that sets an option: {@code worker.data-port} is {@code TIDEMARK_WORKER_DATA_PORT}. */
    public static String variable(ConfigOption<?> option) {
        return PREFIX + option.key().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private Configuration fromEnvironment(Map<String, String> environment) {
        Map<String, ConfigOption<?>> byVariable = new TreeMap<>();
        options.all().forEach(option -> byVariable.put(variable(option), option));
        Configuration.Builder given = Configuration.builder();
        environment.forEach((variable, value) -> {
            if (!variable.startsWith(PREFIX) || OTHER_VARIABLES.contains(variable)) {
                return;
            }
            ConfigOption<?> option = byVariable.get(variable);
            if (option == null) {
                throw UserError.usage(
                        "no option is set by the variable " + variable + " of the environment",
                        NearestName.of(variable, byVariable.keySet())
                                .map(nearest -> "Did you mean " + nearest + "? Else unset it.")
                                .orElse("Unset it."));
            }
            given.set(option.key(), value);
        });
        return given.build();
    }

    private void check(Configuration configuration, String origin) {
        try {
            options.check(configuration);
        } catch (InvalidConfigurationException e) {
            throw UserError.usage(
                    "the configuration is wrong: " + e.getMessage(),
                    "Correct it where it was given: " + origin + ".",
                    e);
        }
    }
}
