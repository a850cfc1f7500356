package io.tidemark.coordinator.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A disk in memory that a crash can hit before any operation. Then what was not forced may be there, or not, or in part:
 * of a file's content any beginning, of the changes to a directory any number of the first ones.
 */
final class CrashingDisk implements Disk {
    /** The power is gone. */
    static final class Crash extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private static final class Node {
        private final boolean directory;
        private byte[] content = new byte[0];
        private byte[] forced;
        /** Of a directory: what its names stand for, and how they stood when it was last forced. */
        private final Map<String, Node> names = new TreeMap<>();

        private Map<String, Node> forcedNames = new TreeMap<>();
        private final List<Runnable> sinceForced = new ArrayList<>();

        private Node(boolean directory) {
            this.directory = directory;
        }
    }

    private final Node root;
    private final Path rootPath;
    private long operationsLeft;

    /** An empty disk that crashes after so many operations. */
    CrashingDisk(Path rootPath, long operations) {
        this(rootPath, new Node(true), operations);
    }

    private CrashingDisk(Path rootPath, Node root, long operations) {
        this.rootPath = rootPath;
        this.root = root;
        this.operationsLeft = operations;
    }

    long operationsLeft() {
        return operationsLeft;
    }

    /** What is found when the power comes back. */
    CrashingDisk afterPowerCut(Random random, long operations) {
        return new CrashingDisk(rootPath, survivor(root, random, new HashMap<>()), operations);
    }

    private static Node survivor(Node node, Random random, Map<Node, Node> done) {
        Node known = done.get(node);
        if (known != null) {
            return known;
        }
        Node after = new Node(node.directory);
        done.put(node, after);
        if (!node.directory) {
            byte[] forced = node.forced == null ? new byte[0] : node.forced;
            boolean lost = node.forced != node.content && random.nextBoolean();
            byte[] content = lost ? forced : node.content;
            if (node.forced != node.content && random.nextInt(3) == 0) {
                content = java.util.Arrays.copyOf(node.content, random.nextInt(node.content.length + 1));
            }
            after.content = content;
            after.forced = content;
            return after;
        }
        Map<String, Node> survived = replayed(node, random);
        survived.forEach((name, child) -> after.names.put(name, survivor(child, random, done)));
        after.forcedNames = new TreeMap<>(after.names);
        return after;
    }

    private static Map<String, Node> replayed(Node directory, Random random) {
        Map<String, Node> live = new TreeMap<>(directory.names);
        directory.names.clear();
        directory.names.putAll(directory.forcedNames);
        int survive = random.nextInt(directory.sinceForced.size() + 1);
        directory.sinceForced.subList(0, survive).forEach(Runnable::run);
        Map<String, Node> survived = new TreeMap<>(directory.names);
        directory.names.clear();
        directory.names.putAll(live);
        return survived;
    }

    private void use() throws IOException {
        if (operationsLeft-- <= 0) {
            throw new Crash();
        }
    }

    private Node find(Path path) throws IOException {
        Node node = root;
        for (Path name : rootPath.relativize(path)) {
            if (name.toString().isEmpty()) {
                continue;
            }
            node = node == null ? null : node.names.get(name.toString());
        }
        if (node == null) {
            throw new NoSuchFileException(path.toString());
        }
        return node;
    }

    private static void change(Node directory, Runnable change) {
        change.run();
        directory.sinceForced.add(change);
    }

    @Override
    public boolean exists(Path path) {
        try {
            find(path);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public byte[] read(Path file) throws IOException {
        return find(file).content.clone();
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        return exists(directory) ? List.copyOf(find(directory).names.keySet()) : List.of();
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        use();
        if (!exists(directory)) {
            Node parent = find(directory.getParent());
            Node made = new Node(true);
            change(parent, () -> parent.names.put(directory.getFileName().toString(), made));
        }
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        use();
        Node parent = find(file.getParent());
        if (!exists(file)) {
            Node made = new Node(false);
            change(parent, () -> parent.names.put(file.getFileName().toString(), made));
        }
        find(file).content = content.clone();
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        use();
        Node moved = find(from);
        Node source = find(from.getParent());
        Node target = find(to.getParent());
        if (moved.directory && exists(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        if (source != target) {
            throw new IOException("this disk moves within a directory only");
        }
        change(source, () -> {
            source.names.remove(from.getFileName().toString());
            source.names.put(to.getFileName().toString(), moved);
        });
    }

    @Override
    public void force(Path file) throws IOException {
        use();
        Node node = find(file);
        node.forced = node.content;
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        use();
        Node node = find(directory);
        node.forcedNames = new TreeMap<>(node.names);
        node.sinceForced.clear();
    }

    @Override
    public void delete(Path path) throws IOException {
        use();
        if (exists(path)) {
            Node parent = find(path.getParent());
            change(parent, () -> parent.names.remove(path.getFileName().toString()));
        }
    }
}
