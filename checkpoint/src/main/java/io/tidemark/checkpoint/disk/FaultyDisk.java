package io.tidemark.checkpoint.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A disk with a fault that comes and goes: full, slow, or damaging what it is given. For tests, and for drills on a cluster
 * that runs. Thread-safe.
 */
public final class FaultyDisk implements Disk {
    private final Disk disk;
    private final Supplier<DiskFault> fault;

    /** @param fault asked at every write */
    public FaultyDisk(Disk disk, Supplier<DiskFault> fault) {
        this.disk = disk;
        this.fault = fault;
    }

    /**
     * A disk whose fault is what stands in a file at the time, see {@link DiskFault#parse}; none when there is no such file.
     * So that a drill can fill and clear the disks of processes that run.
     */
    public static FaultyDisk controlledBy(Path file, Disk disk) {
        return new FaultyDisk(disk, () -> faultIn(file));
    }

    private static DiskFault faultIn(Path file) {
        try {
            return DiskFault.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return DiskFault.NONE;
        } catch (IOException e) {
            throw new IllegalStateException("the faults of a disk cannot be read from " + file, e);
        }
    }

    /** Waits when the disk is slow, and refuses when it is full, after a part of the file was written. */
    private DiskFault beforeWrite(Path file) throws IOException {
        DiskFault now = fault.get();
        if (now.delayMs() > 0) {
            try {
                Thread.sleep(now.delayMs());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a slow disk wrote " + file, e);
            }
        }
        return now;
    }

    private static FileSystemException noSpace(Path file) {
        return new FileSystemException(file.toString(), null, "No space left on device");
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        DiskFault now = beforeWrite(file);
        if (now.isFull()) {
            disk.create(file, new byte[0]);
            throw noSpace(file);
        }
        if (now.flipsBits() && content.length > 0) {
            byte[] damaged = content.clone();
            damaged[content.length / 2] ^= 1;
            disk.create(file, damaged);
        } else {
            disk.create(file, content);
        }
    }

    @Override
    public void copy(Path source, Path target, long bytes) throws IOException {
        DiskFault now = beforeWrite(target);
        if (now.isFull()) {
            disk.copy(source, target, bytes / 2);
            throw noSpace(target);
        }
        if (now.flipsBits() && bytes > 0) {
            create(target, Files.readAllBytes(source));
        } else {
            disk.copy(source, target, bytes);
        }
    }

    @Override
    public boolean link(Path file, Path target) throws IOException {
        return disk.link(file, target);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        if (beforeWrite(directory).isFull() && !disk.isDirectory(directory)) {
            throw noSpace(directory);
        }
        disk.createDirectory(directory);
    }

    @Override
    public Space space(Path directory) throws IOException {
        Space space = disk.space(directory);
        return fault.get().isFull() ? new Space(0, space.totalBytes()) : space;
    }

    @Override
    public InputStream read(Path file) throws IOException {
        return disk.read(file);
    }

    @Override
    public long size(Path file) throws IOException {
        return disk.size(file);
    }

    @Override
    public boolean exists(Path path) {
        return disk.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return disk.isDirectory(path);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        return disk.list(directory);
    }

    @Override
    public void force(Path file) throws IOException {
        disk.force(file);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        disk.forceDirectory(directory);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        disk.rename(from, to);
    }

    @Override
    public boolean delete(Path file) throws IOException {
        return disk.delete(file);
    }

    @Override
    public void deleteTree(Path path) throws IOException {
        disk.deleteTree(path);
    }

    @Override
    public long lastModifiedMs(Path file) throws IOException {
        return disk.lastModifiedMs(file);
    }

    @Override
    public void setLastModifiedMs(Path file, long timeMs) throws IOException {
        disk.setLastModifiedMs(file, timeMs);
    }
}
