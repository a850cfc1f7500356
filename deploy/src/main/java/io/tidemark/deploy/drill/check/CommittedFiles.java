package io.tidemark.deploy.drill.check;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a file sink committed below a directory: the files whose name, and whose directories' names, begin with no dot. */
public record CommittedFiles(Path directory) {
    /** As the file sink names what it commits: subtask, job, checkpoint. */
    private static final Pattern PART = Pattern.compile("part-\\d+-.*-(\\d+)\\.[^.-]*");

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
        return lines(0);
    }

    /** The lines of all files but the first of each. */
    public List<String> linesWithoutHeads() {
        return lines(1);
    }

    /**
     * Moves away what was committed after a checkpoint, which whoever goes on from there commits again.
     *
     * @return how many files
     */
    public long setAsideAfter(long checkpointId, Path target) {
        long moved = 0;
        for (Path file : files()) {
            Matcher name = PART.matcher(file.getFileName().toString());
            if (name.matches() && Long.parseLong(name.group(1)) > checkpointId) {
                try {
                    Files.createDirectories(target);
                    // Sinks use the same names.
                    Files.move(file, target.resolve(moved + "-" + file.getFileName()));
                } catch (IOException e) {
                    throw UserError.failed(file + " cannot be moved to " + target + ": " + e, "Look there.", e);
                }
                moved++;
            }
        }
        return moved;
    }

    private List<String> lines(int headLines) {
        List<String> lines = new ArrayList<>();
        for (Path file : files()) {
            if (file.toString().endsWith(".gz")) {
                throw UserError.failed(
                        "the results in " + file + " are packed and cannot be compared line by line",
                        "Have the job write them unpacked.");
            }
            try {
                // Any bytes are text in this encoding, and lines that differ stay different.
                List<String> all = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
                lines.addAll(all.subList(Math.min(headLines, all.size()), all.size()));
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
