package io.tidemark.connector.file;

import io.tidemark.api.connector.ConnectorException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The files behind a path: a file, all files of a directory and of those below it, or all that a glob matches. In the order
 * of their names; names that begin with a dot or an underscore are left out of directories and globs.
 */
final class FileListing {
    private static final String GLOB_CHARACTERS = "*?[{";

    private FileListing() {}

    /** @throws ConnectorException when there is nothing at that path */
    static List<Path> of(String pathOrGlob) throws IOException {
        Path path = Path.of(pathOrGlob);
        if (Files.isRegularFile(path)) {
            return List.of(path);
        } else if (Files.isDirectory(path)) {
            return below(path, file -> true);
        } else if (isGlob(pathOrGlob)) {
            return matching(pathOrGlob);
        } else if (Files.exists(path)) {
            throw new ConnectorException(
                    path + " is neither a file nor a directory", "give the path of a file, a directory or a glob");
        }
        throw missing(path);
    }

    /**
     * Refuses a path at which there is nothing, as far as this process can tell: where not even the directory around it is
     * seen, the workers may see more.
     */
    static void checkVisible(String pathOrGlob) {
        Path path = Path.of(pathOrGlob);
        Path parent = path.getParent();
        if (!Files.exists(path) && !isGlob(pathOrGlob) && parent != null && Files.isDirectory(parent)) {
            throw missing(path);
        }
    }

    private static ConnectorException missing(Path path) {
        return new ConnectorException(
                "there is no file " + path,
                "correct the path; every worker must see the file under this absolute path");
    }

    private static boolean isGlob(String path) {
        return path.chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
    }

    private static List<Path> matching(String glob) throws IOException {
        Path root = directoryOf(glob);
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        List<Path> files = Files.isDirectory(root) ? below(root, matcher::matches) : List.of();
        if (files.isEmpty()) {
            throw new ConnectorException(
                    "no file matches " + glob,
                    "correct the pattern: * stands for any part of a name, ** also for directories between");
        }
        return files;
    }

    /** The directory before the first part of the path with a glob character in it. */
    private static Path directoryOf(String glob) {
        int first = glob.length();
        for (char c : GLOB_CHARACTERS.toCharArray()) {
            int at = glob.indexOf(c);
            first = at >= 0 ? Math.min(first, at) : first;
        }
        int slash = glob.lastIndexOf('/', first);
        return Path.of(slash <= 0 ? "/" : glob.substring(0, slash));
    }

    private static List<Path> below(Path root, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> isShown(root.relativize(file)))
                    .filter(wanted)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isShown(Path relative) {
        for (Path part : relative) {
            String name = part.toString();
            if (name.startsWith(".") || name.startsWith("_")) {
                return false;
            }
        }
        return true;
    }
}
