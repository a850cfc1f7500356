package io.tidemark.checkpoint.storage;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Opens storages by the name of their location, as it stands in an option or on the command line: a directory of this
 * machine or of one that all machines share. Thread-safe.
 */
public final class CheckpointStorages {
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*");

    private CheckpointStorages() {}

    /**
     * The storage of one job. Nothing is read or written yet.
     *
     * @param location where the checkpoints of all jobs are
     * @param jobId a name of letters, digits, {@code -}, {@code _} and {@code .} that does not start with a dot
     * @param options those of the process
     * @throws InvalidConfigurationException when the location is of no known kind
     */
    public static CheckpointStorage open(String location, String jobId, Configuration options) {
        return CheckpointStorage.directory(directory(location), jobId);
    }

    /**
     * A location that means the same from every working directory.
     *
     * @throws InvalidConfigurationException when the location is of no known kind
     */
    public static String absolute(String location) {
        return directory(location).toAbsolutePath().normalize().toString();
    }

    private static Path directory(String location) {
        Matcher scheme = SCHEME.matcher(location);
        if (scheme.matches()) {
            throw new InvalidConfigurationException(
                    "checkpoints cannot be kept at " + location + ", expected a directory");
        }
        try {
            return Path.of(location);
        } catch (InvalidPathException e) {
            throw new InvalidConfigurationException(
                    "checkpoints cannot be kept at " + location + ": " + e.getReason() + ", expected a directory");
        }
    }
}
