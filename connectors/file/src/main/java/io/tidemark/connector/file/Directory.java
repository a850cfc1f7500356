package io.tidemark.connector.file;

import io.tidemark.api.connector.ConnectorException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The directory that a sink writes to. */
final class Directory {
    private final Path path;
    private final Durability durability;

    Directory(Path path, Durability durability) {
        this.path = path;
        this.durability = durability;
    }

    Path path() {
        return path;
    }

    /** @throws ConnectorException when there is something else under that name */
    void check() {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new ConnectorException(
                    path + " is a file, and the sink needs a directory", "name a directory, which may be new");
        }
    }

    /** @throws ConnectorException when it cannot be made or written to */
    void create() {
        check();
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new ConnectorException(
                    "the directory " + path + " cannot be made: " + reason(e),
                    "name a directory that the workers may write to",
                    e);
        }
        if (!Files.isWritable(path)) {
            throw new ConnectorException(
                    "the directory " + path + " cannot be written to",
                    "give the workers the right to write there, or name another directory");
        }
    }

    private static String reason(IOException e) {
        if (e instanceof FileAlreadyExistsException) {
            return e.getMessage() + " is a file";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    PendingFile createFile(String name) throws IOException {
        return PendingFile.create(path.resolve(name), durability);
    }

    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.toList();
        }
    }

    /** New names and renamings survive a crash of the machine. */
    void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            durability.force(channel);
        }
    }
}
