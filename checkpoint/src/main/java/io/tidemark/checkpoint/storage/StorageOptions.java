package io.tidemark.checkpoint.storage;

import io.tidemark.api.config.ConfigOption;
import java.time.Duration;

/** How an object store is reached, and what a drill may do to the disk of a directory. Options of a process. */
public final class StorageOptions {
    private StorageOptions() {}

    public static final ConfigOption<String> S3_ENDPOINT = ConfigOption.ofString(
            "s3.endpoint",
            null,
            "URL of an S3-compatible object store, such as http://127.0.0.1:9000. By default that of AWS in s3.region.");

    public static final ConfigOption<String> S3_REGION = ConfigOption.ofString(
            "s3.region",
            null,
            "Region of the bucket. By default what the environment or the profile of AWS says, and us-east-1 with an"
                    + " s3.endpoint.");

    public static final ConfigOption<Boolean> S3_PATH_STYLE = ConfigOption.ofBoolean(
            "s3.path-style",
            null,
            "Whether the bucket stands in the path instead of the host name. By default true with an s3.endpoint and"
                    + " false without.");

    public static final ConfigOption<String> S3_ACCESS_KEY = ConfigOption.ofSecret(
            "s3.access-key",
            "Access key of the object store. By default keys come from the environment, the profile or the machine's"
                    + " role, as AWS's own tools find them.");

    public static final ConfigOption<String> S3_SECRET_KEY =
            ConfigOption.ofSecret("s3.secret-key", "Secret key that belongs to s3.access-key.");

    public static final ConfigOption<Integer> S3_ATTEMPTS = ConfigOption.ofInt(
            "s3.attempts",
            6,
            1,
            20,
            "How often a request is sent, with growing pauses in between, before a checkpoint or a restore fails with"
                    + " it.");

    public static final ConfigOption<Duration> S3_TIMEOUT = ConfigOption.ofDuration(
            "s3.timeout", Duration.ofSeconds(20), "How long the object store may take to connect or to say anything.");

    public static final ConfigOption<String> DISK_FAULT_FILE = ConfigOption.ofString(
            "drill.disk-fault-file",
            null,
            "For drills only: a file that says what is wrong with the disk of the checkpoints at the moment: full, flip"
                    + " or slow=MILLISECONDS. While there is no such file nothing is.");
}
