package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A disk for checkpoints that can be filled and cleared. For root on Linux it is a small one of its own, in memory, and really
 * full; for anybody else the processes are told to take their disk for full. Used by one thread.
 */
public final class FillableDisk implements AutoCloseable {
    private static final long DISK_BYTES = 64L << 20;
    private static final String FILLING = "filling";

    private final Path mountPoint;
    private final Path faultFile;
    private final boolean isMounted;

    private FillableDisk(Path mountPoint, Path faultFile, boolean isMounted) {
        this.mountPoint = mountPoint;
        this.faultFile = faultFile;
        this.isMounted = isMounted;
    }

    /**
     * Prepares the disk, before the cluster starts.
     *
     * @param mountPoint the directory of the checkpoints
     * @param faultFile where the processes look for what is wrong with their disk
     */
    public static FillableDisk prepare(Path mountPoint, Path faultFile) {
        try {
            Files.createDirectories(mountPoint);
        } catch (IOException e) {
            throw unusable(mountPoint, e);
        }
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "tmpfs", mountPoint.toString());
        return new FillableDisk(mountPoint, faultFile, isMounted);
    }

    /** What the processes of the cluster need. */
    public List<String> options() {
        return isMounted ? List.of() : List.of("-Ddrill.disk-fault-file=" + faultFile);
    }

    /** In words, what it is. */
    public String kind() {
        return isMounted ? "a small disk of its own" : "a disk that the processes take for full when told so";
    }

    /** Leaves no byte free. */
    public void fill() {
        try {
            if (isMounted) {
                fillUp(mountPoint.resolve(FILLING));
            } else {
                Files.writeString(faultFile, "full");
            }
        } catch (IOException e) {
            throw unusable(mountPoint, e);
        }
    }

    private static void fillUp(Path file) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(4096);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (channel.size() < 2 * DISK_BYTES) {
                channel.write(block.clear());
            }
        } catch (IOException full) {
            return;
        }
        throw new IOException("a disk of " + DISK_BYTES + " bytes takes " + 2 * DISK_BYTES);
    }

    /** Makes room again. */
    public void clear() {
        try {
            Files.deleteIfExists(isMounted ? mountPoint.resolve(FILLING) : faultFile);
        } catch (IOException e) {
            throw unusable(mountPoint, e);
        }
    }

    @Override
    public void close() {
        if (isMounted) {
            run("umount", "-l", mountPoint.toString());
        }
    }

    /** Whether the command is there, allowed, and did what it should. */
    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static UserError unusable(Path directory, IOException e) {
        return UserError.failed("the disk in " + directory + " cannot be used: " + e, "Look there.", e);
    }
}
