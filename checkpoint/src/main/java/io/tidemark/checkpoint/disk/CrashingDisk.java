package io.tidemark.checkpoint.disk;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A disk in memory whose power can go before any operation that changes something. What was forced is there afterwards; of
 * the rest there is whatever it pleases: of every name what it stood for before or after, of every content the old, the new
 * or a part of it. For tests and simulations; used by one thread at a time.
 */
public final class CrashingDisk implements Disk {
    /** The power went. Nobody can do anything about that, so it is no {@link IOException}. */
    public static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A file or a directory, by whatever name. */
    private static final class Node {
        private final boolean isDirectory;
        private byte[] content = new byte[0];
        private byte[] forcedContent = new byte[0];
        private long modifiedMs;
        private final Map<String, Node> names = new TreeMap<>();
        private Map<String, Node> forcedNames = Map.of();

        private Node(boolean isDirectory) {
            this.isDirectory = isDirectory;
        }
    }

    private final Random random;
    private Node root = new Node(true);
    private long operations;
    private long crashBefore = Long.MAX_VALUE;

    /** An empty disk. */
    public CrashingDisk(long seed) {
        this.random = new Random(seed);
    }

    /** The power goes before the operation of this number, counted from 0, and stays away until {@link #recover}. */
    public void crashBefore(long operation) {
        crashBefore = operation;
    }

    /** How many operations were asked for. */
    public long operations() {
        return operations;
    }

    /** The power is back, and goes no more. */
    public void recover() {
        crashBefore = Long.MAX_VALUE;
        root = whatIsLeft(root, new IdentityHashMap<>());
    }

    private Node whatIsLeft(Node node, Map<Node, Node> done) {
        Node known = done.get(node);
        if (known != null) {
            return known;
        }
        Node left = new Node(node.isDirectory);
        done.put(node, left);
        left.modifiedMs = node.modifiedMs;
        left.content = contentLeft(node);
        left.forcedContent = left.content;
        TreeSet<String> names = new TreeSet<>(node.names.keySet());
        names.addAll(node.forcedNames.keySet());
        for (String name : names) {
            Node child = (random.nextBoolean() ? node.names : node.forcedNames).get(name);
            // No file system shows a directory under two names.
            boolean isShown = child != null && child.isDirectory && done.containsKey(child);
            if (child != null && !isShown) {
                left.names.put(name, whatIsLeft(child, done));
            }
        }
        left.forcedNames = new TreeMap<>(left.names);
        return left;
    }

    private byte[] contentLeft(Node node) {
        if (Arrays.equals(node.forcedContent, node.content)) {
            return node.content;
        }
        return switch (random.nextInt(3)) {
            case 0 -> node.forcedContent;
            case 1 -> node.content;
            default -> Arrays.copyOf(node.content, random.nextInt(node.content.length + 1));
        };
    }

    private void operation() {
        if (operations++ >= crashBefore) {
            throw new Crash();
        }
    }

    private Node findIfAny(Path path) {
        Node node = root;
        for (Path name : path) {
            node = node.names.get(name.toString());
            if (node == null) {
                return null;
            }
        }
        return node;
    }

    private Node find(Path path) throws NoSuchFileException {
        Node node = findIfAny(path);
        if (node == null) {
            throw new NoSuchFileException(path.toString());
        }
        return node;
    }

    private static String nameOf(Path path) {
        return path.getFileName().toString();
    }

    @Override
    public InputStream read(Path file) throws IOException {
        return new ByteArrayInputStream(find(file).content);
    }

    @Override
    public long size(Path file) throws IOException {
        return find(file).content.length;
    }

    @Override
    public boolean exists(Path path) {
        return findIfAny(path) != null;
    }

    @Override
    public boolean isDirectory(Path path) {
        Node node = findIfAny(path);
        return node != null && node.isDirectory;
    }

    @Override
    public List<Path> list(Path directory) {
        return isDirectory(directory)
                ? findIfAny(directory).names.keySet().stream()
                        .map(directory::resolve)
                        .toList()
                : List.of();
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        operation();
        Node directory = find(file.getParent());
        Node made = new Node(false);
        made.content = content.clone();
        if (directory.names.putIfAbsent(nameOf(file), made) != null) {
            throw new FileAlreadyExistsException(file.toString());
        }
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
        Node node = find(file);
        node.forcedContent = node.content;
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        operation();
        Node node = find(directory);
        node.forcedNames = new TreeMap<>(node.names);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        operation();
        Node moved = find(from);
        Node target = find(to.getParent());
        if (exists(to) && (moved.isDirectory || isDirectory(to))) {
            throw new FileAlreadyExistsException(to.toString());
        }
        find(from.getParent()).names.remove(nameOf(from));
        target.names.put(nameOf(to), moved);
    }

    @Override
    public boolean delete(Path file) {
        operation();
        Node directory = findIfAny(file.getParent());
        return directory != null && directory.names.remove(nameOf(file)) != null;
    }

    @Override
    public void deleteTree(Path path) {
        if (isDirectory(path)) {
            list(path).forEach(this::deleteTree);
        }
        delete(path);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        operation();
        find(directory.getParent()).names.putIfAbsent(nameOf(directory), new Node(true));
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
