package io.tidemark.it;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.Security;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A cluster of {@code tidemark cluster start}, in a directory. */
final class ProcessCluster implements AutoCloseable {
    private final Cli cli;
    private final Path directory;
    private final List<Object> start;
    private final ClusterClient client;

    private ProcessCluster(Cli cli, Path directory, List<Object> start, ClusterClient client) {
        this.cli = cli;
        this.directory = directory;
        this.start = start;
        this.client = client;
    }

    /** @param options of every process, such as {@code -Dcheckpoint.retained=5} */
    static ProcessCluster start(Cli cli, Path directory, int workers, int slots, String... options)
            throws InterruptedException {
        List<Object> start = new ArrayList<>(
                List.of("cluster", "start", "--workers", workers, "--slots", slots, "--dir", directory));
        start.addAll(List.of(options));
        cli.run(start.toArray()).orFail();
        HostPort address = HostPort.parse(
                read(directory.resolve("run/coordinator.address")).get(0));
        return new ProcessCluster(cli, directory, start, ClusterClient.connect(address, Security.LOOPBACK_ONLY));
    }

    /** Starts again what has died. */
    void repair() throws InterruptedException {
        cli.run(start.toArray()).orFail();
    }

    /** Runs a command that talks to this cluster. */
    Cli.Ended run(Object... arguments) throws InterruptedException {
        return begin(arguments).await();
    }

    /** Starts a command that talks to this cluster. */
    Cli.Running begin(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(1, List.of("--coordinator", client.address()));
        return cli.start(all.toArray());
    }

    /** To look at it more often than with commands. */
    ClusterClient client() {
        return client;
    }

    /** Kills a process with no warning. */
    void kill(String name) {
        long pid =
                Long.parseLong(read(directory.resolve("run/" + name + ".pid")).get(0));
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        try {
            cli.run("cluster", "stop", "--dir", directory).orFail();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
