package io.tidemark.deploy.background;

import io.tidemark.deploy.error.UserError;
import io.tidemark.network.rpc.HostPort;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a local cluster keeps everything: {@code run}, {@code log}, {@code jobs}, {@code checkpoints}, {@code workers}. */
public record ClusterDirectory(Path path) {
    static final String COORDINATOR = "coordinator";
    private static final String PID_SUFFIX = ".pid";

    public ClusterDirectory {
        path = path.toAbsolutePath().normalize();
    }

    /** The one that is used when none is named. */
    public static ClusterDirectory ofUser() {
        return new ClusterDirectory(Path.of(System.getProperty("user.home"), ".tidemark", "local"));
    }

    /** Where the coordinator of this cluster listens or did so last, as it wrote down itself. */
    public Optional<HostPort> coordinatorAddress() {
        try {
            return Optional.of(HostPort.parse(Files.readString(addressFile()).strip()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The processes that were started and not stopped, the coordinator first; some may have died. */
    public List<ProcessRecord> processes() {
        if (!Files.isDirectory(run())) {
            return List.of();
        }
        List<ProcessRecord> records = new ArrayList<>();
        try (Stream<Path> files = Files.list(run())) {
            List<Path> pidFiles = files.filter(file -> file.toString().endsWith(PID_SUFFIX))
                    .sorted()
                    .toList();
            for (Path file : pidFiles) {
                String fileName = file.getFileName().toString();
                String name = fileName.substring(0, fileName.length() - PID_SUFFIX.length());
                ProcessRecord.parse(name, Files.readString(file)).ifPresent(records::add);
            }
        } catch (IOException e) {
            throw unusable(e);
        }
        records.sort((one, other) -> Boolean.compare(other.isCoordinator(), one.isCoordinator()));
        return records;
    }

    void remember(ProcessRecord process) {
        try {
            Files.writeString(pidFile(process.name()), process.format());
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    void forget(ProcessRecord process) {
        delete(pidFile(process.name()));
        if (process.isCoordinator()) {
            delete(addressFile());
        }
    }

    void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    void create() {
        try {
            for (Path directory : List.of(run(), log(), workers())) {
                Files.createDirectories(directory);
            }
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** Held while a command changes the cluster; its channel is closed to let go. */
    FileLock lock() {
        try {
            FileChannel channel =
                    FileChannel.open(run().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw UserError.failed(
                        "another command is starting or stopping the cluster in " + path,
                        "Wait for it, and try again.");
            }
            return lock;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    void unlock(FileLock lock) {
        try {
            lock.acquiredBy().close();
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private UserError unusable(IOException reason) {
        return UserError.failed(
                "the directory " + path + " cannot be used: " + reason,
                "Name another one with --dir, or correct its permissions.",
                reason);
    }

    Path addressFile() {
        return run().resolve("coordinator.address");
    }

    private Path pidFile(String name) {
        return run().resolve(name + PID_SUFFIX);
    }

    /** What a process says, of all its runs. */
    public Path logFile(String name) {
        return log().resolve(name + ".log");
    }

    Path log() {
        return path.resolve("log");
    }

    Path jobs() {
        return path.resolve("jobs");
    }

    Path checkpoints() {
        return path.resolve("checkpoints");
    }

    Path workers() {
        return path.resolve("workers");
    }

    private Path run() {
        return path.resolve("run");
    }
}
