package io.tidemark.deploy.drill.check;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** What a file sink committed below a directory: the files whose name, and whose directories' names, begin with no dot. */
public record CommittedFiles(Path directory) {
    /** In order of their paths; none when the directory is not there. */
    public List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(directory, new Visible(directory, files));
        } catch (IOException e) {
            throw unreadable(e);
        }
        files.sort(null);
        return files;
    }

    /** The lines of all files. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Path file : files()) {
            try {
                lines.addAll(Files.readAllLines(file));
            } catch (IOException e) {
                throw unreadable(e);
            }
        }
        return lines;
    }

    /** Gathers files; one that is renamed meanwhile was pending and is no obstacle. */
    private static final class Visible extends SimpleFileVisitor<Path> {
        private final Path root;
        private final List<Path> files;

        Visible(Path root, List<Path> files) {
            this.root = root;
            this.files = files;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return directory.equals(root) || isVisible(directory)
                    ? FileVisitResult.CONTINUE
                    : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && isVisible(file)) {
                files.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        private static boolean isVisible(Path path) {
            return !path.getFileName().toString().startsWith(".");
        }
    }

    private UserError unreadable(IOException e) {
        return UserError.failed("the results in " + directory + " cannot be read: " + e, "Look there.", e);
    }
}
