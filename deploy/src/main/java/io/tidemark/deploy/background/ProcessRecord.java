package io.tidemark.deploy.background;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A process that was started. Its start time tells it from another that got the same number later.
 *
 * @param name {@code coordinator} or {@code worker-N}
 */
public record ProcessRecord(String name, long pid, long startedAtMs) {
    /** Start times are known to the kernel's tick, and are derived from the boot time. */
    private static final long SAME_START_MS = 2_000;

    static ProcessRecord of(String name, Process process) {
        long startedAtMs =
                process.info().startInstant().map(Instant::toEpochMilli).orElseGet(System::currentTimeMillis);
        return new ProcessRecord(name, process.pid(), startedAtMs);
    }

    /** Empty when the text is not what {@link #format} gives. */
    static Optional<ProcessRecord> parse(String name, String text) {
        List<String> lines = text.lines().toList();
        try {
            return Optional.of(new ProcessRecord(name, Long.parseLong(lines.get(0)), Long.parseLong(lines.get(1))));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** The number alone on the first line, for scripts. */
    String format() {
        return pid + "\n" + startedAtMs + "\n";
    }

    public boolean isCoordinator() {
        return name.equals(ClusterDirectory.COORDINATOR);
    }

    public boolean isAlive() {
        return handle().isPresent();
    }

    /** The living process; empty when it is gone or its number is another's now. */
    Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(this::startedThen)
                .filter(handle -> !isZombie());
    }

    private boolean startedThen(ProcessHandle handle) {
        return handle.info()
                .startInstant()
                .map(start -> Math.abs(start.toEpochMilli() - startedAtMs) <= SAME_START_MS)
                .orElse(true);
    }

    /** Dead, but nobody has asked how it ended. */
    private boolean isZombie() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException notLinuxOrGone) {
            return false;
        }
    }
}
