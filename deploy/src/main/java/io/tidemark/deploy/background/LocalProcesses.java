package io.tidemark.deploy.background;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.Security;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * A cluster of processes in a directory. Starting makes it so that a coordinator and a number of workers run: it starts
 * what is missing, all of it or what has died. Used by one thread.
 */
public final class LocalProcesses {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);
    private static final Duration KILL_GRACE = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN_MS = 20;

    private final ClusterDirectory directory;
    private final Path home;
    private final Security security;

    /** @param home the distribution's directory */
    public LocalProcesses(ClusterDirectory directory, Path home, Security security) {
        this.directory = directory;
        this.home = home;
        this.security = security;
    }

    /**
     * What starting did.
     *
     * @param names of the processes that were started now; empty when all ran already
     */
    public record Started(HostPort coordinator, List<String> names) {}

    /**
     * Starts what is missing and waits until all workers have registered. When that fails, what was started now is
     * stopped again.
     *
     * @throws UserError naming what is in the way
     */
    public Started start(ClusterSpec spec) {
        directory.create();
        FileLock lock = directory.lock();
        List<Launched> launched = new ArrayList<>();
        try {
            Launcher launcher = new Launcher(home, directory, spec.boundToThisProcess());
            HostPort coordinator = startCoordinator(launcher, spec, launched);
            startWorkers(launcher, spec, coordinator, launched);
            awaitWorkers(coordinator, launched);
            return new Started(
                    coordinator, launched.stream().map(Launched::name).toList());
        } catch (RuntimeException e) {
            stop(launched.stream().map(Launched::process).toList());
            throw e;
        } finally {
            directory.unlock(lock);
        }
    }

    private HostPort startCoordinator(Launcher launcher, ClusterSpec spec, List<Launched> launched) {
        Optional<HostPort> before = directory.coordinatorAddress();
        boolean running =
                directory.processes().stream().anyMatch(process -> process.isCoordinator() && process.isAlive());
        if (running && before.isPresent()) {
            int port = before.get().port();
            if (spec.port().isPresent() && spec.port().get() != port) {
                throw UserError.failed(
                        "the cluster in " + directory.path() + " runs already, on port " + port,
                        "Stop it first with: tidemark cluster stop");
            }
            return before.get();
        }
        // Workers that live on know the old address.
        int port = spec.port().or(() -> before.map(HostPort::port)).orElse(0);
        checkFree(port);
        directory.delete(directory.addressFile());
        List<String> arguments = new ArrayList<>(List.of(
                "coordinator",
                "--host=" + LOOPBACK,
                "--port=" + port,
                "-Dhttp.port=0",
                "--address-file=" + directory.addressFile(),
                "-Dcoordinator.job-directory=" + directory.jobs(),
                "-Dcheckpoint.directory=" + directory.checkpoints()));
        arguments.addAll(spec.arguments());
        launched.add(launcher.launch(ClusterDirectory.COORDINATOR, arguments));
        await(launched, () -> directory.coordinatorAddress().isPresent());
        return directory.coordinatorAddress().orElseThrow();
    }

    private void startWorkers(Launcher launcher, ClusterSpec spec, HostPort coordinator, List<Launched> launched) {
        Set<String> running = directory.processes().stream()
                .filter(process -> !process.isCoordinator() && process.isAlive())
                .map(ProcessRecord::name)
                .collect(Collectors.toSet());
        int missing = spec.workers() - running.size();
        for (int number = 1; missing > 0; number++) {
            String name = "worker-" + number;
            if (running.contains(name)) {
                continue;
            }
            missing--;
            List<String> arguments = new ArrayList<>(List.of(
                    "worker",
                    "--coordinator=" + coordinator,
                    "--host=" + LOOPBACK,
                    "--slots=" + spec.slots(),
                    "-Dworker.rpc-port=0",
                    "-Dworker.data-port=0",
                    "-Dhttp.port=0",
                    // Not the name alone: a coordinator must be able to tell it from the one that died.
                    "-Dworker.id=" + name + "-" + UUID.randomUUID().toString().substring(0, 4),
                    "-Dworker.directory=" + directory.workers().resolve(name),
                    "-Dcheckpoint.directory=" + directory.checkpoints()));
            arguments.addAll(spec.arguments());
            launched.add(launcher.launch(name, arguments));
        }
    }

    private void awaitWorkers(HostPort coordinator, List<Launched> launched) {
        Set<Long> pids = launched.stream()
                .map(Launched::process)
                .filter(process -> !process.isCoordinator())
                .map(ProcessRecord::pid)
                .collect(Collectors.toSet());
        if (pids.isEmpty()) {
            return;
        }
        try (ClusterClient client = ClusterClient.connect(coordinator, security)) {
            await(launched, () -> haveRegistered(client, pids));
        }
    }

    /** A coordinator that does not answer yet is looked at again; that it died is seen from its process. */
    private static boolean haveRegistered(ClusterClient client, Set<Long> pids) {
        try {
            long registered = client.status().getWorkersList().stream()
                    .filter(worker -> pids.contains(worker.getPid()))
                    .count();
            return registered == pids.size();
        } catch (UserError e) {
            if (e.status() == ExitStatus.NO_COORDINATOR) {
                return false;
            }
            throw e;
        }
    }

    private void await(List<Launched> processes, BooleanSupplier ready) {
        boolean done = becomesTrue(START_TIMEOUT, () -> {
            for (Launched launched : processes) {
                if (!launched.process().isAlive()) {
                    throw launched.failure();
                }
            }
            return ready.getAsBoolean();
        });
        if (!done) {
            throw UserError.failed(
                    "the cluster was not ready after " + START_TIMEOUT.toSeconds() + " s",
                    "Look at the logs in " + directory.log());
        }
    }

    /**
     * Ends a process with no warning, as a crash does, and returns when it is gone. {@link #start} brings another one up in
     * its place.
     *
     * @param name {@code coordinator} or {@code worker-N}
     * @throws UserError when no such process runs, or it does not go
     */
    public void kill(String name) {
        ProcessRecord victim = directory.processes().stream()
                .filter(process -> process.name().equals(name) && process.isAlive())
                .findFirst()
                .orElseThrow(() -> UserError.failed(
                        "no process " + name + " runs in " + directory.path(),
                        "See what does: tidemark cluster status"));
        Optional<ProcessHandle> handle = victim.handle();
        handle.ifPresent(ProcessHandle::destroyForcibly);
        // Not by its state: it is a zombie as soon as its first thread is gone, and the others may hold its port for a
        // while.
        boolean isGone = handle.map(ProcessHandle::onExit)
                .map(exit -> becomesTrue(KILL_GRACE, exit::isDone))
                .orElse(true);
        if (!isGone) {
            throw UserError.failed("the process " + name + " (" + victim.pid() + ") does not end", "End it by hand.");
        }
    }

    /**
     * Stops all processes of the directory: asks them to end, and ends those that do not.
     *
     * @return the names of those that ran
     */
    public List<String> stop() {
        List<ProcessRecord> processes = directory.processes();
        if (processes.isEmpty()) {
            return List.of();
        }
        FileLock lock = directory.lock();
        try {
            return stop(processes);
        } finally {
            directory.unlock(lock);
        }
    }

    /**
     * As {@link #stop()}, for the one who started them and is on its way out itself: without the lock, which its other
     * thread may hold.
     */
    public void end() {
        stop(directory.processes());
    }

    private List<String> stop(List<ProcessRecord> processes) {
        List<ProcessRecord> running =
                processes.stream().filter(ProcessRecord::isAlive).toList();
        running.forEach(process -> process.handle().ifPresent(ProcessHandle::destroy));
        BooleanSupplier allGone = () -> running.stream().noneMatch(ProcessRecord::isAlive);
        if (!becomesTrue(STOP_GRACE, allGone)) {
            running.forEach(process -> process.handle().ifPresent(ProcessHandle::destroyForcibly));
            if (!becomesTrue(KILL_GRACE, allGone)) {
                throw UserError.failed("processes do not end: " + namesOfLiving(running), "End them by hand.");
            }
        }
        processes.forEach(directory::forget);
        return running.stream().map(ProcessRecord::name).toList();
    }

    private static String namesOfLiving(List<ProcessRecord> processes) {
        return processes.stream()
                .filter(ProcessRecord::isAlive)
                .map(process -> process.name() + " (" + process.pid() + ")")
                .collect(Collectors.joining(", "));
    }

    private static boolean becomesTrue(Duration timeout, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                return false;
            }
            try {
                Thread.sleep(LOOK_AGAIN_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw UserError.failed("interrupted", "Stop what is left with: tidemark cluster stop", e);
            }
        }
        return true;
    }

    /** A port that is taken is told at once, not after a process has come up. */
    private static void checkFree(int port) {
        if (port == 0) {
            return;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(LOOPBACK, port));
        } catch (IOException e) {
            throw UserError.failed(
                    "port " + port + " on " + LOOPBACK + " is taken by another process",
                    "Stop that process, or choose another port with --port (0 takes a free one).",
                    e);
        }
    }
}
