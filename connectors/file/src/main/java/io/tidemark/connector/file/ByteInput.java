package io.tidemark.connector.file;

import io.tidemark.api.connector.ConnectorException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The bytes that a file holds, uncompressed, from any position on. Used by one thread. */
interface ByteInput extends Closeable {
    /** Goes towards a position, a bounded way at a time. @return whether it is there */
    boolean moveTo(long position) throws IOException;

    /** Reads at least one byte from there on; -1 at the end. */
    int read(byte[] target, int from, int length) throws IOException;

    static boolean isCompressed(Path file) {
        return file.toString().endsWith(".gz");
    }

    /** @param fileBytes where a plain file ends; a compressed one ends where it says */
    static ByteInput open(Path file, long fileBytes) throws IOException {
        try {
            return isCompressed(file) ? new Gzip(file) : new Plain(file, fileBytes);
        } catch (NoSuchFileException e) {
            throw new ConnectorException(
                    "there is no file " + file, "every worker must see the file under this absolute path", e);
        }
    }

    /** A file as it is. */
    final class Plain implements ByteInput {
        private final FileChannel channel;
        private final long end;
        private long position;
        private byte[] wrappedArray;
        private ByteBuffer wrapped;

        Plain(Path file, long end) throws IOException {
            this.channel = FileChannel.open(file, StandardOpenOption.READ);
            this.end = end;
            if (channel.size() < end) {
                long size = channel.size();
                channel.close();
                throw new ConnectorException(
                        file + " has " + size + " bytes and had " + end + " when the job began to read it",
                        "do not change the files that a job reads; start the job anew");
            }
        }

        @Override
        public boolean moveTo(long newPosition) {
            position = newPosition;
            return true;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int wanted = (int) Math.min(length, end - position);
            if (wanted <= 0) {
                return -1;
            }
            if (target != wrappedArray) {
                wrappedArray = target;
                wrapped = ByteBuffer.wrap(target);
            }
            int count = channel.read(wrapped.limit(from + wanted).position(from), position);
            if (count > 0) {
                position += count;
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** A compressed file, which is read from the beginning and skipped to the position. */
    final class Gzip implements ByteInput {
        private static final int COMPRESSED_BUFFER_BYTES = 1 << 16;
        private static final int SKIPPED_AT_ONCE_BYTES = 1 << 20;

        private final Path file;
        private InputStream stream;
        private long position;

        Gzip(Path file) throws IOException {
            this.file = file;
            this.stream = open();
        }

        private InputStream open() throws IOException {
            InputStream compressed = Files.newInputStream(file);
            try {
                return new GZIPInputStream(compressed, COMPRESSED_BUFFER_BYTES);
            } catch (ZipException | EOFException e) {
                compressed.close();
                throw damaged(e);
            }
        }

        @Override
        public boolean moveTo(long target) throws IOException {
            if (target < position) {
                stream.close();
                stream = open();
                position = 0;
            }
            byte[] skipped = new byte[(int) Math.min(1 << 16, target - position)];
            long stop = Math.min(target, position + SKIPPED_AT_ONCE_BYTES);
            while (position < stop) {
                if (read(skipped, 0, (int) Math.min(skipped.length, stop - position)) < 0) {
                    throw new ConnectorException(
                            file + " ends at byte " + position + " (uncompressed) and was read up to byte " + target
                                    + " before",
                            "do not change the files that a job reads; start the job anew");
                }
            }
            return position == target;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            try {
                int count = stream.read(target, from, length);
                if (count > 0) {
                    position += count;
                }
                return count;
            } catch (ZipException | EOFException e) {
                throw damaged(e);
            }
        }

        private ConnectorException damaged(IOException e) {
            return new ConnectorException(
                    file + " is no sound gzip file after byte " + position + " (uncompressed): " + e.getMessage(),
                    "compress the file anew, or take .gz off its name if it is not compressed",
                    e);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
