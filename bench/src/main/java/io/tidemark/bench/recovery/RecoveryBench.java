package io.tidemark.bench.recovery;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kills the workers of a cluster one after the other, with kill -9, and starts each again before the next one.
 *
 * <p>Arguments: directory of the distribution, this module's jar, MiB of state (1024), rounds (7), numbers a second (20000).
 */
public final class RecoveryBench {
    private static final int WORKERS = 3;
    private static final long POLL_MS = 20;
    private static final long PATIENCE_MS = 120_000;
    private static final int CALM_CHECKPOINTS = 2;

    private final Path command;
    private final Path jobJar;
    private final Path directory;
    private final Path results;

    private RecoveryBench(Path distribution, Path jobJar) throws IOException {
        this.command = distribution.resolve("bin").resolve("tidemark");
        this.jobJar = jobJar;
        this.directory = Files.createTempDirectory("tidemark-recovery-");
        this.results = directory.resolve("results");
    }

    public static void main(String[] args) throws Exception {
        long mebibytes = args.length > 2 ? Long.parseLong(args[2]) : 1024;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 7;
        long rate = args.length > 4 ? Long.parseLong(args[4]) : 20_000;
        new RecoveryBench(Path.of(args[0]), Path.of(args[1])).run(mebibytes, rounds, rate);
    }

    private void run(long mebibytes, int rounds, long rate) throws Exception {
        call("cluster", "start", "--workers", WORKERS, "--slots", 1, "--dir", directory);
        String address = Files.readString(directory.resolve("run/coordinator.address"))
                .lines()
                .findFirst()
                .orElseThrow();
        try (ClusterClient client = ClusterClient.connect(HostPort.parse(address), Security.LOOPBACK_ONLY)) {
            long keys = mebibytes * 1024;
            submit(address, keys, rate);
            String job = client.jobs().getJobs(0).getJobId();
            awaitNumber(keys, rate);
            long[] tookMs = new long[rounds];
            for (int round = 0; round < rounds; round++) {
                awaitCalm(client, job);
                tookMs[round] = killOne(client, job, round);
                call("cluster", "start", "--workers", WORKERS, "--slots", 1, "--dir", directory);
            }
            Arrays.sort(tookMs);
            System.out.println("state " + bytesOf(newest(client, job)) + " MiB, to the first new result in ms: "
                    + Arrays.toString(tookMs) + ", median " + tookMs[rounds / 2]);
        } finally {
            call("cluster", "stop", "--dir", directory);
        }
    }

    private void submit(String address, long keys, long rate) throws IOException, InterruptedException {
        call(
                "submit",
                "--detached",
                "--coordinator",
                address,
                "--parallelism",
                WORKERS - 1,
                "--class",
                RecoveryJob.class.getName(),
                jobJar,
                keys,
                rate,
                results);
    }

    /** Kills a worker that runs tasks, and waits for a result that was not there before. */
    private long killOne(ClusterClient client, String job, int round) throws IOException, InterruptedException {
        JobDetail detail = client.job(job);
        int subtask = round % (WORKERS - 1);
        String worker = detail.getVertices(detail.getVerticesCount() - 1)
                .getTasks(subtask)
                .getWorker();
        long pid = client.status().getWorkersList().stream()
                .filter(one -> one.getWorkerId().equals(worker))
                .findFirst()
                .orElseThrow()
                .getPid();
        int events = detail.getEventsCount();
        long killedAtMs = System.currentTimeMillis();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        // What the other workers still have on its way does not count: only the results of the subtask that was killed.
        long before = lines(subtask).stream().mapToLong(line -> line[0]).max().orElse(0);
        long deadlineMs = killedAtMs + PATIENCE_MS;
        while (System.currentTimeMillis() < deadlineMs) {
            for (long[] line : lines(subtask)) {
                if (line[0] > before) {
                    System.out.println("round " + round + ": " + worker + " killed at " + killedAtMs + ", "
                            + (line[1] - killedAtMs) + " ms");
                    List<String> said = client.job(job).getEventsList();
                    said.subList(events, said.size()).forEach(event -> System.out.println("    " + event));
                    return line[1] - killedAtMs;
                }
            }
            Thread.sleep(POLL_MS);
        }
        throw new IllegalStateException("no new result in " + PATIENCE_MS + " ms");
    }

    /** Newest number and time, line by line, as a subtask of the sink wrote them. */
    private List<long[]> lines(int subtask) throws IOException {
        Path file = results.resolve("subtask-" + subtask);
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> line.split(" "))
                .map(cells -> new long[] {Long.parseLong(cells[0]), Long.parseLong(cells[1])})
                .toList();
    }

    private void awaitNumber(long number, long rate) throws IOException, InterruptedException {
        long deadlineMs = System.currentTimeMillis() + number * 1000 / rate * 3 + PATIENCE_MS;
        while (System.currentTimeMillis() < deadlineMs) {
            if (lines(0).stream().anyMatch(line -> line[0] >= number)) {
                return;
            }
            Thread.sleep(500);
        }
        throw new IllegalStateException("the state was not built in time");
    }

    private static void awaitCalm(ClusterClient client, String job) throws InterruptedException {
        long first = newest(client, job).getCheckpointId();
        long deadlineMs = System.currentTimeMillis() + PATIENCE_MS;
        while (newest(client, job).getCheckpointId() < first + CALM_CHECKPOINTS) {
            if (System.currentTimeMillis() > deadlineMs) {
                throw new IllegalStateException("no checkpoint in " + PATIENCE_MS + " ms");
            }
            Thread.sleep(POLL_MS);
        }
    }

    private static CheckpointInfo newest(ClusterClient client, String job) {
        return client.checkpoints(job).getCheckpointsList().stream()
                .filter(checkpoint -> checkpoint.getState().equals("COMPLETED"))
                .findFirst()
                .orElse(CheckpointInfo.getDefaultInstance());
    }

    private static long bytesOf(CheckpointInfo checkpoint) {
        return checkpoint.getFullBytes() >> 20;
    }

    private void call(Object... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        Stream.of(arguments).map(String::valueOf).forEach(line::add);
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(line + " ended with " + process.exitValue() + ": " + output);
        }
    }
}
