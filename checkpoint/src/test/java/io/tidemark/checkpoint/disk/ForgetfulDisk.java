package io.tidemark.checkpoint.disk;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A disk in memory that keeps what was forced through a crash, and of the rest whatever it pleases: of every name and of
 * every content the old or the new one, or a part of it. It crashes before a given operation.
 */
public final class ForgetfulDisk implements Disk {
    /** The power went. */
    public static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class Content {
        private byte[] now;
        private byte[] durable = new byte[0];
        private long modifiedMs;

        Content(byte[] now) {
            this.now = now;
        }
    }

    private final Random random;
    /** Files and directories; a directory has null. */
    private final TreeMap<Path, Content> names = new TreeMap<>();

    private final TreeMap<Path, Content> durableNames = new TreeMap<>();
    private int operations;
    private int crashBefore = Integer.MAX_VALUE;

    public ForgetfulDisk(long seed) {
        this.random = new Random(seed);
    }

    /** It crashes before the operation of this number, counted from 0. */
    public void crashBefore(int operation) {
        crashBefore = operation;
    }

    public int operations() {
        return operations;
    }

    /** Comes up again with what was left. */
    public void recover() {
        crashBefore = Integer.MAX_VALUE;
        TreeSet<Path> all = new TreeSet<>(names.keySet());
        all.addAll(durableNames.keySet());
        Map<Path, Content> left = new HashMap<>();
        for (Path path : all) {
            Map<Path, Content> source = random.nextBoolean() ? names : durableNames;
            if (source.containsKey(path)) {
                left.put(path, source.get(path));
            }
        }
        for (Content content : left.values()) {
            if (content != null) {
                content.now = whatIsLeft(content);
                content.durable = content.now;
            }
        }
        names.clear();
        names.putAll(left);
        // A file without its directory cannot be found.
        names.keySet().removeIf(path -> path.getParent() != null && !hasAllParents(path));
        durableNames.clear();
        durableNames.putAll(names);
    }

    private boolean hasAllParents(Path path) {
        for (Path parent = path.getParent(); !isRoot(parent); parent = parent.getParent()) {
            if (!names.containsKey(parent)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRoot(Path path) {
        return path.getParent() == null;
    }

    private byte[] whatIsLeft(Content content) {
        return switch (random.nextInt(3)) {
            case 0 -> content.durable;
            case 1 -> content.now;
            default ->
                Arrays.equals(content.durable, content.now)
                        ? content.now
                        : Arrays.copyOf(content.now, random.nextInt(content.now.length + 1));
        };
    }

    private void operation() {
        if (operations++ >= crashBefore) {
            throw new Crash();
        }
    }

    private Content find(Path file) throws NoSuchFileException {
        Content content = names.get(file);
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return content;
    }

    @Override
    public InputStream read(Path file) throws IOException {
        return new ByteArrayInputStream(find(file).now);
    }

    @Override
    public long size(Path file) throws IOException {
        return find(file).now.length;
    }

    @Override
    public boolean isDirectory(Path path) {
        return isRoot(path) || (names.containsKey(path) && names.get(path) == null);
    }

    @Override
    public List<Path> list(Path directory) {
        return names.keySet().stream()
                .filter(path -> directory.equals(path.getParent()))
                .toList();
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        operation();
        if (!isDirectory(file.getParent())) {
            throw new NoSuchFileException(file.getParent().toString());
        }
        names.put(file, new Content(content.clone()));
    }

    @Override
    public void copy(Path source, Path target, long bytes) throws IOException {
        create(target, Arrays.copyOf(Files.readAllBytes(source), (int) bytes));
    }

    @Override
    public boolean link(Path file, Path target) {
        return false;
    }

    @Override
    public void force(Path file) throws IOException {
        operation();
        Content content = find(file);
        content.durable = content.now;
    }

    @Override
    public void forceDirectory(Path directory) {
        operation();
        durableNames.keySet().removeIf(path -> directory.equals(path.getParent()));
        names.forEach((path, content) -> {
            if (directory.equals(path.getParent())) {
                durableNames.put(path, content);
            }
        });
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        operation();
        names.put(to, find(from));
        names.remove(from);
    }

    @Override
    public boolean delete(Path file) {
        operation();
        boolean wasThere = names.get(file) != null;
        names.remove(file);
        return wasThere;
    }

    @Override
    public void createDirectory(Path directory) {
        operation();
        names.put(directory, null);
    }

    @Override
    public long lastModifiedMs(Path file) throws IOException {
        return find(file).modifiedMs;
    }

    @Override
    public void setLastModifiedMs(Path file, long timeMs) throws IOException {
        find(file).modifiedMs = timeMs;
    }

    @Override
    public Space space(Path directory) {
        return new Space(Long.MAX_VALUE, Long.MAX_VALUE);
    }
}
