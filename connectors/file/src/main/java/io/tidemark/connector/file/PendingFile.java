package io.tidemark.connector.file;

import io.tidemark.connector.file.format.ByteSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file being written. Used by one thread. */
final class PendingFile implements Closeable {
    private final Path path;
    private final FileChannel channel;
    private final Durability durability;

    private PendingFile(Path path, FileChannel channel, Durability durability) {
        this.path = path;
        this.channel = channel;
        this.durability = durability;
    }

    static PendingFile create(Path path, Durability durability) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new PendingFile(path, channel, durability);
    }

    Path path() {
        return path;
    }

    /** Writes all the bytes and forgets them. */
    void drain(ByteSink bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes.array(), 0, bytes.size());
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        bytes.truncate(0);
    }

    /** The content survives a crash of the machine. The name does once the directory is synced too. */
    void sync() throws IOException {
        durability.force(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
