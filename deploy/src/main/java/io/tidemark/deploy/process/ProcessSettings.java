package io.tidemark.deploy.process;

import io.tidemark.api.config.ConfigOptions;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.checkpoint.storage.CheckpointStorages;
import io.tidemark.coordinator.CoordinatorConfig;
import io.tidemark.coordinator.job.SchedulingOptions;
import io.tidemark.coordinator.retention.JobRetention;
import io.tidemark.deploy.config.ProcessOptions;
import io.tidemark.deploy.config.SecurityFromOptions;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.worker.WorkerConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;

/** What coordinator and worker are told, from the options. Reads the secret's file, and nothing else. */
final class ProcessSettings {
    private static final Duration FIRST_RESTART_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_RESTART_DELAY = Duration.ofSeconds(30);

    private ProcessSettings() {}

    static CoordinatorConfig coordinator(Configuration configuration) {
        return new CoordinatorConfig(
                configuration.get(ProcessOptions.COORDINATOR_HOST),
                configuration.get(ProcessOptions.COORDINATOR_PORT),
                Path.of(configuration.get(ProcessOptions.JOB_DIRECTORY)).toAbsolutePath(),
                CheckpointStorages.absolute(configuration.get(ProcessOptions.CHECKPOINT_DIRECTORY)),
                CheckpointStorages.absolute(configuration
                        .find(ProcessOptions.SAVEPOINT_DIRECTORY)
                        .orElseGet(() -> CoordinatorConfig.besides(
                                CheckpointStorages.absolute(configuration.get(ProcessOptions.CHECKPOINT_DIRECTORY))))),
                configuration,
                SecurityFromOptions.of(configuration),
                configuration.get(ProcessOptions.HEARTBEAT_INTERVAL),
                configuration.get(ProcessOptions.HEARTBEAT_TIMEOUT),
                configuration.get(ProcessOptions.PLANNING_TIMEOUT),
                configuration.get(ProcessOptions.MAX_JAR_SIZE),
                configuration.get(ProcessOptions.RETAINED_CHECKPOINTS),
                new JobRetention(
                        configuration.get(ProcessOptions.RETAINED_JOBS),
                        configuration.find(ProcessOptions.RETAINED_JOBS_FOR)),
                FIRST_RESTART_DELAY,
                LONGEST_RESTART_DELAY,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ConfigOptions.of(JobOptions.class, SchedulingOptions.class));
    }

    /** @param temporary what is used when no directory is configured */
    static WorkerConfig worker(Configuration configuration, Path temporary) {
        String host = configuration.get(ProcessOptions.WORKER_HOST);
        String coordinator = configuration
                .find(ProcessOptions.COORDINATOR_ADDRESS)
                .orElseGet(() -> new HostPort(
                                configuration.get(ProcessOptions.COORDINATOR_HOST),
                                configuration.get(ProcessOptions.COORDINATOR_PORT))
                        .toString());
        return new WorkerConfig(
                configuration.find(ProcessOptions.WORKER_ID).orElse(null),
                host,
                configuration.get(ProcessOptions.WORKER_RPC_PORT),
                configuration.get(ProcessOptions.WORKER_DATA_PORT),
                configuration.find(ProcessOptions.WORKER_ADVERTISED_HOST).orElseGet(() -> reachable(host)),
                HostPort.parse(coordinator).toString(),
                configuration.get(ProcessOptions.WORKER_SLOTS),
                configuration
                        .find(ProcessOptions.WORKER_DIRECTORY)
                        .map(name -> Path.of(name).toAbsolutePath())
                        .orElse(temporary),
                configuration.get(ProcessOptions.WORKER_TASK_LOOPS),
                configuration.get(ProcessOptions.WORKER_CACHE_SIZE),
                configuration.get(ProcessOptions.WORKER_NATIVE_MEMORY),
                SecurityFromOptions.of(configuration),
                configuration.get(ProcessOptions.TASK_CANCELLATION_TIMEOUT),
                configuration);
    }

    /** Others cannot connect to the wildcard address. */
    private static String reachable(String host) {
        try {
            if (!InetAddress.getByName(host).isAnyLocalAddress()) {
                return host;
            }
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException e) {
            throw UserError.usage(
                    "the address under which others reach this worker is not known: " + e.getMessage(),
                    "Set worker.advertised-host.",
                    e);
        }
    }
}
