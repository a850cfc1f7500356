package io.tidemark.checkpoint.storage;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.disk.FaultyDisk;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Opens storages by the name of their location, as it stands in an option or on the command line: a directory of this
 * machine or one that all machines share, or {@code s3://BUCKET/PREFIX} in an object store. Thread-safe.
 */
public final class CheckpointStorages {
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://.*");
    private static final Pattern S3 = Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/+(.*?))?/*");
    private static final String S3_SCHEME = "s3";
    private static final String BUCKETS =
            ": a bucket's name has 3 to 63 small letters, digits, dots and hyphens, with a letter or digit at both ends";
    private static final String EXPECTED = ", expected a directory or s3://BUCKET/PREFIX";

    private CheckpointStorages() {}

    /**
     * The storage of one job. Nothing is read or written yet.
     *
     * @param location where the checkpoints of all jobs are
     * @param jobId a name of letters, digits, {@code -}, {@code _} and {@code .} that does not start with a dot
     * @param options those of the process, see {@link StorageOptions}
     * @throws InvalidConfigurationException when the location is of no known kind, or an option does not fit
     */
    public static CheckpointStorage open(String location, String jobId, Configuration options) {
        return at((location.endsWith("/") ? location : location + "/") + StorageNames.job(jobId), options);
    }

    /**
     * A storage that belongs to one job or one savepoint alone. Nothing is read or written yet.
     *
     * @param location holds {@code files} and {@code checkpoints}, or will
     * @param options those of the process, see {@link StorageOptions}
     * @throws InvalidConfigurationException when the location is of no known kind, or an option does not fit
     */
    public static CheckpointStorage at(String location, Configuration options) {
        Matcher s3 = S3.matcher(location);
        if (s3.matches()) {
            return new S3CheckpointStorage(
                    S3Clients.client(options),
                    s3.group(1),
                    s3.group(2),
                    Clock.systemUTC(),
                    CheckpointStorage.DEFAULT_GRACE,
                    S3CheckpointStorage.DEFAULT_PART_BYTES);
        }
        return new DirectoryCheckpointStorage(
                directory(location), disk(options), Clock.systemUTC(), CheckpointStorage.DEFAULT_GRACE);
    }

    private static Disk disk(Configuration options) {
        return options.find(StorageOptions.DISK_FAULT_FILE)
                .<Disk>map(file -> FaultyDisk.controlledBy(Path.of(file), Disk.SYSTEM))
                .orElse(Disk.SYSTEM);
    }

    /**
     * A location that means the same from every working directory.
     *
     * @throws InvalidConfigurationException when the location is of no known kind
     */
    public static String absolute(String location) {
        return S3.matcher(location).matches()
                ? location
                : directory(location).toAbsolutePath().normalize().toString();
    }

    private static Path directory(String location) {
        Matcher scheme = SCHEME.matcher(location);
        if (scheme.matches()) {
            String why = scheme.group(1).equals(S3_SCHEME) ? BUCKETS : "";
            throw new InvalidConfigurationException("checkpoints cannot be kept at " + location + why + EXPECTED);
        }
        try {
            return Path.of(location);
        } catch (InvalidPathException e) {
            throw new InvalidConfigurationException(
                    "checkpoints cannot be kept at " + location + ": " + e.getReason() + EXPECTED);
        }
    }
}
