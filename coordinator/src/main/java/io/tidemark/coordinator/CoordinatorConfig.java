package io.tidemark.coordinator;

import io.tidemark.api.config.ConfigOptions;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.coordinator.job.SchedulingOptions;
import io.tidemark.coordinator.retention.JobRetention;
import io.tidemark.network.rpc.Security;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a coordinator is set up.
 *
 * @param host what it listens on
 * @param port 0 for any that is free
 * @param jobStoreDirectory where it remembers jobs
 * @param checkpointLocation root of the checkpoints; workers find it under the same name
 * @param savepointLocation where savepoints go when nobody says where
 * @param storageOptions how the checkpoint storage is reached
 * @param heartbeatInterval how often workers tell that they live
 * @param heartbeatTimeout after which silence a worker is lost
 * @param planningTimeout how long a job's main may take
 * @param maxJarBytes larger jars are refused
 * @param retainedCheckpoints complete checkpoints that are kept of a job
 * @param jobRetention how many jobs are remembered after their end
 * @param restartBackoffInitial pause before the first restart of a job
 * @param restartBackoffMax longest pause between restarts
 * @param javaExecutable the java that plans jobs
 * @param planningClassPath Tidemark's jars, for the process that plans
 * @param jobOptions the options that jobs may set; others are refused
 */
public record CoordinatorConfig(
        String host,
        int port,
        Path jobStoreDirectory,
        String checkpointLocation,
        String savepointLocation,
        Configuration storageOptions,
        Security security,
        Duration heartbeatInterval,
        Duration heartbeatTimeout,
        Duration planningTimeout,
        long maxJarBytes,
        int retainedCheckpoints,
        JobRetention jobRetention,
        Duration restartBackoffInitial,
        Duration restartBackoffMax,
        Path javaExecutable,
        String planningClassPath,
        ConfigOptions jobOptions) {

    public CoordinatorConfig {
        if (retainedCheckpoints < 1) {
            throw new IllegalArgumentException("retained checkpoints: " + retainedCheckpoints + ", at least 1");
        }
        if (heartbeatTimeout.compareTo(heartbeatInterval.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException("the heartbeat timeout of " + heartbeatTimeout.toMillis()
                    + " ms is less than two intervals of " + heartbeatInterval.toMillis() + " ms");
        }
    }

    /** A location for savepoints, next to that of checkpoints. */
    public static String besides(String checkpoints) {
        String trimmed = checkpoints.endsWith("/") ? checkpoints.substring(0, checkpoints.length() - 1) : checkpoints;
        int name = trimmed.lastIndexOf('/');
        // Nothing is next to a bucket or a root.
        boolean isInside = name > 0 && trimmed.charAt(name - 1) != '/';
        return isInside ? trimmed.substring(0, name) + "/savepoints" : trimmed + "/savepoints";
    }

    /** On a free port of loopback, with this process's own java and class path for planning. */
    public static CoordinatorConfig local(Path jobStoreDirectory, Path checkpointDirectory) {
        return new CoordinatorConfig(
                "127.0.0.1",
                0,
                jobStoreDirectory,
                checkpointDirectory.toString(),
                besides(checkpointDirectory.toString()),
                Configuration.empty(),
                Security.LOOPBACK_ONLY,
                Duration.ofMillis(500),
                Duration.ofSeconds(3),
                Duration.ofMinutes(1),
                512L << 20,
                3,
                JobRetention.DEFAULT,
                Duration.ofMillis(100),
                Duration.ofSeconds(30),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ConfigOptions.of(JobOptions.class, SchedulingOptions.class));
    }

    /** This, listening there. */
    public CoordinatorConfig listeningOn(String newHost, int newPort) {
        return new CoordinatorConfig(
                newHost,
                newPort,
                jobStoreDirectory,
                checkpointLocation,
                savepointLocation,
                storageOptions,
                security,
                heartbeatInterval,
                heartbeatTimeout,
                planningTimeout,
                maxJarBytes,
                retainedCheckpoints,
                jobRetention,
                restartBackoffInitial,
                restartBackoffMax,
                javaExecutable,
                planningClassPath,
                jobOptions);
    }

    /** This, with other pauses before restarts. */
    public CoordinatorConfig restartingAfter(Duration first, Duration longest) {
        return new CoordinatorConfig(
                host,
                port,
                jobStoreDirectory,
                checkpointLocation,
                savepointLocation,
                storageOptions,
                security,
                heartbeatInterval,
                heartbeatTimeout,
                planningTimeout,
                maxJarBytes,
                retainedCheckpoints,
                jobRetention,
                first,
                longest,
                javaExecutable,
                planningClassPath,
                jobOptions);
    }
}
