package io.tidemark.bench.flink;

import io.tidemark.bench.workload.WorkerJvms;
import io.tidemark.bench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.rest.messages.ClusterOverviewHeaders;
import org.apache.flink.runtime.rest.messages.EmptyMessageParameters;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/** A session cluster of a job manager and task managers, each in a process of its own. */
final class FlinkProcesses implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final long POLL_MS = 10;

    /** Heap that a task manager reckons with; what it has is the JVM's matter. */
    private static final MemorySize HEAP = MemorySize.ofMebiBytes(1024);

    private final WorkerJvms jvms = WorkerJvms.create();
    private final RestClusterClient<StandaloneClusterId> client;

    /**
     * Returns once all are there.
     *
     * @param managed of all task managers together, as is {@code network}
     */
    FlinkProcesses(int taskManagers, MemorySize managed, MemorySize network) throws Exception {
        Configuration configuration = configuration(taskManagers, managed, network);
        client = new RestClusterClient<>(configuration, StandaloneClusterId.getInstance());
        try {
            start(taskManagers, configuration);
        } catch (IOException | RuntimeException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private void start(int taskManagers, Configuration configuration) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(jvms.directory().resolve("conf"));
        write(configuration, directory.resolve("config.yaml"));
        String[] arguments = {"--configDir", directory.toString()};
        jvms.start("jobmanager", StandaloneSessionClusterEntrypoint.class, arguments);
        for (int i = 1; i <= taskManagers; i++) {
            jvms.start("taskmanager-" + i, TaskManagerRunner.class, arguments);
        }
        jvms.await(taskManagers + " task managers", () -> taskManagersThere() == taskManagers);
    }

    private Configuration configuration(int taskManagers, MemorySize managed, MemorySize network) {
        MemorySize networkOfEach = new MemorySize(network.getBytes() / taskManagers);
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.ADDRESS, LOOPBACK);
        configuration.set(JobManagerOptions.BIND_HOST, LOOPBACK);
        configuration.set(JobManagerOptions.PORT, WorkerJvms.freePort());
        configuration.set(RestOptions.ADDRESS, LOOPBACK);
        configuration.set(RestOptions.BIND_ADDRESS, LOOPBACK);
        configuration.set(RestOptions.PORT, WorkerJvms.freePort());
        configuration.set(TaskManagerOptions.HOST, LOOPBACK);
        configuration.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, Workload.PARALLELISM / taskManagers);
        // What its start scripts reckon.
        configuration.set(TaskManagerOptions.CPU_CORES, 1.0);
        configuration.set(TaskManagerOptions.TASK_HEAP_MEMORY, HEAP);
        configuration.set(TaskManagerOptions.TASK_OFF_HEAP_MEMORY, MemorySize.ZERO);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, new MemorySize(managed.getBytes() / taskManagers));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, networkOfEach);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, networkOfEach);
        for (ConfigOption<MemorySize> itsOwn : List.of(
                TaskManagerOptions.FRAMEWORK_HEAP_MEMORY,
                TaskManagerOptions.FRAMEWORK_OFF_HEAP_MEMORY,
                TaskManagerOptions.JVM_METASPACE,
                TaskManagerOptions.JVM_OVERHEAD_MIN)) {
            configuration.set(itsOwn, itsOwn.defaultValue());
        }
        configuration.set(TaskManagerOptions.JVM_OVERHEAD_MAX, TaskManagerOptions.JVM_OVERHEAD_MIN.defaultValue());
        configuration.set(CoreOptions.TMP_DIRS, jvms.directory().resolve("tmp").toString());
        return configuration;
    }

    private static void write(Configuration configuration, Path file) throws IOException {
        Map<String, String> options = new TreeMap<>(configuration.toMap());
        Files.writeString(
                file,
                options.entrySet().stream()
                        .map(option -> option.getKey() + ": " + option.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    private int taskManagersThere() {
        try {
            return client.sendRequest(
                            ClusterOverviewHeaders.getInstance(),
                            EmptyMessageParameters.getInstance(),
                            EmptyRequestBody.getInstance())
                    .get()
                    .getNumTaskManagersConnected();
        } catch (ExecutionException e) {
            // The job manager does not listen yet.
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /** Runs the job to its end. Asks often how it stands, as the client by itself does so every two seconds at last. */
    void execute(JobGraph job) throws Exception {
        JobID id = client.submitJob(job).get();
        JobStatus status = client.getJobStatus(id).get();
        while (!status.isGloballyTerminalState()) {
            jvms.requireAll();
            Thread.sleep(POLL_MS);
            status = client.getJobStatus(id).get();
        }
        if (status != JobStatus.FINISHED) {
            throw new IllegalStateException("the job is " + status + ": "
                    + client.requestJobResult(id).get().getSerializedThrowable());
        }
    }

    @Override
    public void close() {
        client.close();
        jvms.close();
    }
}
