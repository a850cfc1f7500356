package io.tidemark.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Processes that do an engine's work beside this one: each a JVM with this one's flags and class path, whose sinks' tallies come
 * together on the {@link TallyBoard}. They end with this process, however it ends. Used by one thread.
 */
public final class WorkerJvms implements AutoCloseable {
    private static final long PATIENCE_MS = 60_000;
    private static final long POLL_MS = 20;
    private static final int SHOWN_OF_LOG = 2_000;

    private final Path directory;
    private final Map<String, Process> processes = new LinkedHashMap<>();

    private WorkerJvms(Path directory) {
        this.directory = directory;
    }

    /** None yet, and a directory for what they leave behind. One at a time in a process. */
    public static WorkerJvms create() {
        try {
            WorkerJvms jvms = new WorkerJvms(Files.createTempDirectory("tidemark-bench-workers-"));
            System.setProperty(TallyBoard.DIRECTORY, jvms.directory.toString());
            return jvms;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For files of theirs; deleted when they are closed. */
    public Path directory() {
        return directory;
    }

    /** A port on loopback that nobody listens on. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the main class in a process of its own. */
    public void start(String name, Class<?> main, String... arguments) {
        start(name, main.getName(), arguments);
    }

    private void start(String name, String main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-agent") && !flag.startsWith("-javaagent"))
                .forEach(command::add);
        command.add("-D" + TallyBoard.DIRECTORY + "=" + directory);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WorkerMain.class.getName(), main));
        command.addAll(List.of(arguments));
        try {
            processes.put(
                    name,
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log(name).toFile())
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    private Path log(String name) {
        return directory.resolve(name + ".log");
    }

    /** @throws IllegalStateException with what it said last, when one of them has ended, or when it takes too long */
    public void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + PATIENCE_MS * 1_000_000;
        while (!condition.getAsBoolean()) {
            requireAll();
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("no " + what + " in " + PATIENCE_MS + " ms: " + logs());
            }
            Thread.sleep(POLL_MS);
        }
    }

    /** @throws IllegalStateException with what it said last, when one of them has ended */
    public void requireAll() {
        processes.forEach((name, process) -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(name + " has ended with " + process.exitValue() + ": " + logs());
            }
        });
    }

    private String logs() {
        StringBuilder all = new StringBuilder();
        for (String name : processes.keySet()) {
            try {
                String said = Files.readString(log(name));
                all.append(System.lineSeparator())
                        .append(name)
                        .append(": ...")
                        .append(said.substring(Math.max(0, said.length() - SHOWN_OF_LOG)));
            } catch (IOException e) {
                all.append(name).append(" has no log: ").append(e.getMessage());
            }
        }
        return all.toString();
    }

    @Override
    public void close() {
        System.clearProperty(TallyBoard.DIRECTORY);
        processes.values().forEach(Process::destroyForcibly);
        try {
            for (Process process : processes.values()) {
                process.waitFor();
            }
            try (Stream<Path> paths = Files.walk(directory)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
