package io.tidemark.deploy.config;

import io.tidemark.api.config.ConfigOption;
import io.tidemark.api.config.ConfigOptions;
import io.tidemark.checkpoint.storage.StorageOptions;
import java.time.Duration;

/** The options of coordinator, worker and command line. */
public final class ProcessOptions {
    private static final int MAX_PORT = 65_535;

    private ProcessOptions() {}

    public static final ConfigOption<String> SHARED_SECRET = ConfigOption.ofSecret(
            "security.shared-secret",
            "What all processes of a cluster and its users know and nobody else. Needed as soon as an address is not"
                    + " loopback.");

    public static final ConfigOption<String> SHARED_SECRET_FILE = ConfigOption.ofString(
            "security.shared-secret-file",
            null,
            "File that holds the shared secret, instead of security.shared-secret. White space around it is ignored.");

    public static final ConfigOption<Boolean> INSECURE = ConfigOption.ofBoolean(
            "security.insecure", false, "Allows addresses that are not loopback without a shared secret.");

    public static final ConfigOption<String> COORDINATOR_ADDRESS = ConfigOption.ofString(
            "coordinator.address",
            null,
            "HOST:PORT at which workers and the command line find the coordinator. By default the command line uses"
                    + " the cluster of cluster start, and a worker coordinator.host and coordinator.port.");

    public static final ConfigOption<String> COORDINATOR_HOST =
            ConfigOption.ofString("coordinator.host", "127.0.0.1", "Address that the coordinator listens on.");

    public static final ConfigOption<Integer> COORDINATOR_PORT = ConfigOption.ofInt(
            "coordinator.port", 7411, 0, MAX_PORT, "Port that the coordinator listens on. 0: any that is free.");

    public static final ConfigOption<String> JOB_DIRECTORY = ConfigOption.ofString(
            "coordinator.job-directory",
            "jobs",
            "Directory in which the coordinator keeps its jobs, so that they go on when it is started again.");

    public static final ConfigOption<String> CHECKPOINT_DIRECTORY = ConfigOption.ofString(
            "checkpoint.directory",
            "checkpoints",
            "Where checkpoints are kept: a directory, or s3://BUCKET/PREFIX in an S3-compatible object store. Coordinator"
                    + " and workers all reach it under this name.");

    public static final ConfigOption<String> SAVEPOINT_DIRECTORY = ConfigOption.ofString(
            "savepoint.directory",
            null,
            "Directory of the savepoints that jobs are stopped with when nobody says where. By default \"savepoints\" next"
                    + " to the directory of the checkpoints.");

    public static final ConfigOption<Integer> RETAINED_CHECKPOINTS = ConfigOption.ofInt(
            "checkpoint.retained", 3, 1, Integer.MAX_VALUE, "How many of a job's newest checkpoints are kept.");

    public static final ConfigOption<Integer> RETAINED_JOBS = ConfigOption.ofInt(
            "coordinator.jobs.retained",
            100,
            0,
            Integer.MAX_VALUE,
            "How many jobs that finished the coordinator remembers, and as many that failed or were cancelled: the newest"
                    + " ones. Older ones go with their checkpoints and jars, but for a checkpoint that another job was"
                    + " started from and still needs. Savepoints always stay.");

    public static final ConfigOption<Duration> RETAINED_JOBS_FOR = ConfigOption.ofDuration(
            "coordinator.jobs.retained-for",
            null,
            "How long after its end a job is remembered at most. By default only coordinator.jobs.retained counts.");

    public static final ConfigOption<Duration> HEARTBEAT_INTERVAL = ConfigOption.ofDuration(
            "coordinator.heartbeat.interval", Duration.ofMillis(500), "How often a worker tells that it lives.");

    public static final ConfigOption<Duration> HEARTBEAT_TIMEOUT = ConfigOption.ofDuration(
            "coordinator.heartbeat.timeout",
            Duration.ofSeconds(3),
            "After how long a silence a worker counts as lost and its jobs go on elsewhere.");

    public static final ConfigOption<Duration> PLANNING_TIMEOUT = ConfigOption.ofDuration(
            "coordinator.planning.timeout",
            Duration.ofMinutes(1),
            "How long a job's main may take to build its plan, in a process of its own.");

    public static final ConfigOption<Long> MAX_JAR_SIZE =
            ConfigOption.ofMemory("coordinator.max-jar-size", 512L << 20, "The largest job jar that is accepted.");

    public static final ConfigOption<String> HTTP_HOST = ConfigOption.ofString(
            "http.host", "127.0.0.1", "Address on which a process tells its health and its metrics.");

    public static final ConfigOption<Integer> HTTP_PORT = ConfigOption.ofInt(
            "http.port",
            0,
            -1,
            MAX_PORT,
            "Port on which a process tells its health (/health) and its metrics (/metrics). 0: any that is free."
                    + " -1: none.");

    public static final ConfigOption<String> WORKER_ID = ConfigOption.ofString(
            "worker.id", null, "Name of a worker, unique in its cluster. By default one is made up.");

    public static final ConfigOption<String> WORKER_HOST =
            ConfigOption.ofString("worker.host", "127.0.0.1", "Address that a worker listens on.");

    public static final ConfigOption<String> WORKER_ADVERTISED_HOST = ConfigOption.ofString(
            "worker.advertised-host",
            null,
            "Address under which the coordinator and other workers reach a worker. By default worker.host.");

    public static final ConfigOption<Integer> WORKER_RPC_PORT = ConfigOption.ofInt(
            "worker.rpc-port",
            0,
            0,
            MAX_PORT,
            "Port on which a worker hears from the coordinator. 0: any that is free.");

    public static final ConfigOption<Integer> WORKER_DATA_PORT = ConfigOption.ofInt(
            "worker.data-port",
            0,
            0,
            MAX_PORT,
            "Port on which a worker gets records from others. 0: any that is free.");

    public static final ConfigOption<Integer> WORKER_SLOTS = ConfigOption.ofInt(
            "worker.slots",
            2,
            1,
            Integer.MAX_VALUE,
            "How many subtasks of one operator a worker takes, of all jobs together.");

    public static final ConfigOption<String> WORKER_DIRECTORY = ConfigOption.ofString(
            "worker.directory",
            null,
            "Directory for the state of running jobs. It is emptied when the worker starts, but for copies of files of"
                    + " checkpoints, from which a worker that was killed restores faster. By default one in the system's"
                    + " directory for temporary files.");

    public static final ConfigOption<Integer> WORKER_TASK_LOOPS = ConfigOption.ofInt(
            "worker.task-loops", 0, 0, Integer.MAX_VALUE, "Number of threads that run tasks. 0: one a core.");

    public static final ConfigOption<Long> WORKER_CACHE_SIZE = ConfigOption.ofMemory(
            "worker.cache-size", 256L << 20, "Heap for state that is kept deserialised, of all tasks of a worker.");

    public static final ConfigOption<Long> WORKER_NATIVE_MEMORY = ConfigOption.ofMemory(
            "worker.native-memory", 256L << 20, "Memory outside the heap for state, of all tasks of a worker.");

    public static final ConfigOption<Long> WORKER_PROCESS_MEMORY = ConfigOption.ofMemory(
            "worker.process-memory",
            0L,
            "Physical memory that a worker's process may take in all: heap, worker.native-memory, buffers, and what the JVM"
                    + " needs for itself. It does not start when it may take more. 0: not checked.");

    public static final ConfigOption<Duration> TASK_CANCELLATION_TIMEOUT = ConfigOption.ofDuration(
            "worker.task-cancellation-timeout",
            Duration.ofSeconds(30),
            "How long a task may take to end when it has to. After that the worker's process ends itself.");

    /** All of them. */
    public static ConfigOptions all() {
        return ConfigOptions.of(ProcessOptions.class, StorageOptions.class);
    }
}
