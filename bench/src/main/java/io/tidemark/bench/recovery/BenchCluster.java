package io.tidemark.bench.recovery;

import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A cluster of the distribution's processes in a directory for temporary files, driven by its command line. Used by one thread,
 * {@link #close} excepted.
 */
final class BenchCluster implements AutoCloseable {
    private static final long POLL_MS = 20;

    private final Path command;
    private final Path directory;
    private final Object[] start;
    private ClusterClient client;
    private boolean closed;

    /** Starts it. {@code options} are of every process, such as {@code -Dcheckpoint.directory=/mnt/other}. */
    BenchCluster(Path distribution, int workers, int slots, String... options)
            throws IOException, InterruptedException {
        this.command = distribution.resolve("bin").resolve("tidemark");
        this.directory = Files.createTempDirectory("tidemark-bench-");
        List<Object> words = new ArrayList<>(
                List.of("cluster", "start", "--workers", workers, "--slots", slots, "--dir", directory));
        words.addAll(Arrays.asList(options));
        this.start = words.toArray();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        repair();
        client = ClusterClient.connect(HostPort.parse(address()), Security.LOOPBACK_ONLY);
    }

    /** Starts what does not run. */
    void repair() throws IOException, InterruptedException {
        call(start);
    }

    Path directory() {
        return directory;
    }

    ClusterClient client() {
        return client;
    }

    private String address() throws IOException {
        return Files.readAllLines(directory.resolve("run/coordinator.address")).get(0);
    }

    /** @return the job's id */
    String submit(Object... words) throws IOException, InterruptedException {
        List<Object> all = new ArrayList<>(List.of("submit", "--detached", "--coordinator", address()));
        all.addAll(Arrays.asList(words));
        call(all.toArray());
        return client.jobs().getJobs(0).getJobId();
    }

    /** Kills the process of a worker, by its name in the cluster, with kill -9. */
    void kill(String workerId) {
        long pid = client.status().getWorkersList().stream()
                .filter(one -> one.getWorkerId().equals(workerId))
                .findFirst()
                .orElseThrow()
                .getPid();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    /** The newest complete checkpoint; the default one when there is none. */
    CheckpointInfo newest(String job) {
        return client.checkpoints(job).getCheckpointsList().stream()
                .filter(checkpoint -> checkpoint.getState().equals("COMPLETED"))
                .findFirst()
                .orElse(CheckpointInfo.getDefaultInstance());
    }

    /** Waits for so many more complete checkpoints. */
    void awaitCheckpoints(String job, int more, long patienceMs) throws InterruptedException {
        long wanted = newest(job).getCheckpointId() + more;
        await(more + " checkpoints", patienceMs, () -> newest(job).getCheckpointId() >= wanted);
    }

    static void await(String what, long patienceMs, BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + patienceMs * 1_000_000;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("no " + what + " in " + patienceMs + " ms");
            }
            Thread.sleep(POLL_MS);
        }
    }

    private void call(Object... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        Arrays.stream(arguments).map(String::valueOf).forEach(line::add);
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(line + " ended with " + process.exitValue() + ": " + output);
        }
    }

    /** Stops all processes and deletes what they had. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (client != null) {
                client.close();
            }
            call("cluster", "stop", "--dir", directory);
            if (Boolean.getBoolean("tidemark.bench.keep")) {
                System.err.println("kept: " + directory);
            } else {
                FileTree.delete(directory);
            }
        } catch (IOException e) {
            System.err.println(directory + " was not deleted: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
