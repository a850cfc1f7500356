package io.tidemark.coordinator;

import io.tidemark.checkpoint.disk.Disk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes down what is asked of a disk that changes it, with the random part of temporary names left out. */
final class RecordingDisk implements Disk {
    private final Disk disk;
    private final List<String> operations = new ArrayList<>();

    RecordingDisk(Disk disk) {
        this.disk = disk;
    }

    /** What was done, in order. */
    List<String> operations() {
        return operations;
    }

    private void note(String what, Path path) {
        operations.add(what + " " + name(path));
    }

    private static String name(Path path) {
        return path.toString().replaceAll("(/\\.tmp-.*)-[0-9a-f]+$", "$1");
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        note("create", file);
        disk.create(file, content);
    }

    @Override
    public void copy(Path source, Path target, long bytes) throws IOException {
        note("create", target);
        disk.copy(source, target, bytes);
    }

    @Override
    public boolean link(Path file, Path target) throws IOException {
        return disk.link(file, target);
    }

    @Override
    public void force(Path file) throws IOException {
        note("force", file);
        disk.force(file);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        note("forceDirectory", directory);
        disk.forceDirectory(directory);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        operations.add("rename " + name(from) + " to " + name(to));
        disk.rename(from, to);
    }

    @Override
    public boolean delete(Path file) throws IOException {
        note("delete", file);
        return disk.delete(file);
    }

    @Override
    public void deleteTree(Path path) throws IOException {
        note("deleteTree", path);
        disk.deleteTree(path);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        note("createDirectory", directory);
        disk.createDirectory(directory);
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
    public long lastModifiedMs(Path file) throws IOException {
        return disk.lastModifiedMs(file);
    }

    @Override
    public void setLastModifiedMs(Path file, long timeMs) throws IOException {
        disk.setLastModifiedMs(file, timeMs);
    }

    @Override
    public Space space(Path directory) throws IOException {
        return disk.space(directory);
    }
}
