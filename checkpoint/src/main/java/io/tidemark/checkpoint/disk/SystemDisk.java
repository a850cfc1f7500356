package io.tidemark.checkpoint.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/** The file system of the machine. */
final class SystemDisk implements Disk {
    @Override
    public InputStream read(Path file) throws IOException {
        return Files.newInputStream(file);
    }

    @Override
    public long size(Path file) throws IOException {
        return Files.size(file);
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(paths::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        return paths;
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
        }
    }

    @Override
    public void copy(Path source, Path target, long bytes) throws IOException {
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ);
                FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long copied = 0;
            while (copied < bytes) {
                long moved = in.transferTo(copied, bytes - copied, out);
                if (moved <= 0) {
                    throw new IOException(
                            source + " became shorter while it was copied: " + copied + " bytes of " + bytes);
                }
                copied += moved;
            }
        }
    }

    @Override
    public boolean link(Path file, Path target) throws IOException {
        try {
            Files.createLink(target, file);
            return true;
        } catch (NoSuchFileException | FileAlreadyExistsException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            // Another file system, or one that has no links, or a file of somebody else.
            return false;
        }
    }

    @Override
    public void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public boolean delete(Path file) throws IOException {
        return Files.deleteIfExists(file);
    }

    @Override
    public void deleteTree(Path path) throws IOException {
        FileTree.delete(path);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        // Not createDirectory, which minds when somebody else has just made it.
        Files.createDirectories(directory);
    }

    @Override
    public long lastModifiedMs(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toMillis();
    }

    @Override
    public void setLastModifiedMs(Path file, long timeMs) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(timeMs));
    }

    @Override
    public Space space(Path directory) throws IOException {
        Path there = directory.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        FileStore store = Files.getFileStore(there);
        return new Space(store.getUsableSpace(), store.getTotalSpace());
    }
}
