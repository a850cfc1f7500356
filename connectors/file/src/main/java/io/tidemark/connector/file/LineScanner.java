package io.tidemark.connector.file;

import io.tidemark.connector.file.format.MalformedFieldException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the records in a file's bytes: a line each, without its line end, and not empty. Records are handed out as places in
 * one reused array. Used by one thread.
 */
final class LineScanner implements Closeable {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LINE_FEEDS = '\n' * ONES;
    private static final int CHUNK_BYTES = 1 << 17;
    private static final int SHOWN_BYTES = 200;
    /** No array is longer on common machines, and one byte more than a record is looked at. */
    private static final int MAX_RECORD_BYTES = Integer.MAX_VALUE - 16;

    private final ByteInput input;
    private final boolean spansLines;
    private final int maxRecordBytes;

    private byte[] bytes = new byte[CHUNK_BYTES];
    /** Position in the file of {@code bytes[0]}. */
    private long origin;
    /** {@code bytes[next..filled-1]} are read from the file and not yet handed out. */
    private int next;

    private int filled;
    private boolean atEnd;

    private int from;
    private int to;
    private long recordPosition;

    LineScanner(ByteInput input, boolean spansLines, int maxRecordBytes) {
        this.input = input;
        this.spansLines = spansLines;
        this.maxRecordBytes = Math.min(maxRecordBytes, MAX_RECORD_BYTES);
    }

    /**
     * Goes towards a position, a bounded way at a time.
     *
     * @return whether it is there
     */
    boolean moveTo(long position) throws IOException {
        if (position >= origin && position <= origin + filled) {
            next = (int) (position - origin);
            return true;
        }
        if (!input.moveTo(position)) {
            // The array no longer has what stands before the input.
            forget(-1);
            return false;
        }
        forget(position);
        return true;
    }

    private void forget(long newOrigin) {
        origin = newOrigin;
        next = 0;
        filled = 0;
        atEnd = false;
    }

    /** Goes to the first record that begins at or after this position. Plain files only. */
    void moveToRecordFrom(long position) throws IOException {
        moveTo(position - 1);
        skipLine();
    }

    /** Goes past a byte order mark at the beginning of the file. */
    void skipByteOrderMark() throws IOException {
        while (filled - next < 3 && fill()) {
            // until it is there, or the file is shorter
        }
        if (filled - next >= 3
                && bytes[next] == (byte) 0xEF
                && bytes[next + 1] == (byte) 0xBB
                && bytes[next + 2] == (byte) 0xBF) {
            next += 3;
        }
    }

    /** Where the next line begins. */
    long position() {
        return origin + next;
    }

    /** Where the record found last begins. */
    long recordPosition() {
        return recordPosition;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where the record begins in {@link #bytes}. */
    int from() {
        return from;
    }

    /** Where the record ends in {@link #bytes}. */
    int to() {
        return to;
    }

    /**
     * Finds the next record that begins before {@code limit}.
     *
     * @return whether there is one
     * @throws MalformedFieldException when it is too long; the scanner is behind it then
     */
    boolean find(long limit) throws IOException {
        while (origin + next < limit) {
            int end = lineEnd();
            if (end < 0) {
                return false;
            }
            if (end - next > maxRecordBytes) {
                throw tooLong();
            }
            from = next;
            recordPosition = origin + next;
            next = Math.min(end + 1, filled);
            to = end > from && bytes[end - 1] == '\r' ? end - 1 : end;
            if (to > from) {
                return true;
            }
        }
        return false;
    }

    /** The index of the line feed that ends the line at {@code next}, or of the end of the file; -1 when nothing is left. */
    private int lineEnd() throws IOException {
        int end = spansLines ? indexOfRecordEnd(next) : indexOfLineFeed(bytes, next, filled);
        if (end >= 0) {
            return end;
        }
        return lineEndAfterFill();
    }

    private int lineEndAfterFill() throws IOException {
        while (true) {
            // Only what has come new needs a look, unless quotes were open.
            int searched = spansLines ? 0 : filled - next;
            if (filled - next > maxRecordBytes) {
                throw tooLong();
            }
            if (!fill()) {
                return next == filled ? -1 : filled;
            }
            int end = spansLines ? indexOfRecordEnd(next) : indexOfLineFeed(bytes, next + searched, filled);
            if (end >= 0) {
                return end;
            }
        }
    }

    /** Goes on after the first line feed, quoted or not: a quote that is never closed costs its line only. */
    private MalformedFieldException tooLong() throws IOException {
        recordPosition = position();
        String beginning = new String(bytes, next, Math.min(SHOWN_BYTES, filled - next), StandardCharsets.UTF_8);
        skipLine();
        return new MalformedFieldException("", beginning, "a record of at most " + maxRecordBytes + " bytes");
    }

    private void skipLine() throws IOException {
        while (true) {
            int end = indexOfLineFeed(bytes, next, filled);
            if (end >= 0) {
                next = end + 1;
                return;
            }
            next = filled;
            if (!fill()) {
                return;
            }
        }
    }

    /** Reads more behind what is there, which moves to the front. @return false at the end of the file */
    private boolean fill() throws IOException {
        if (atEnd) {
            return false;
        }
        if (next > 0) {
            System.arraycopy(bytes, next, bytes, 0, filled - next);
            origin += next;
            filled -= next;
            next = 0;
        }
        if (filled == bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * bytes.length));
        }
        int count = input.read(bytes, filled, bytes.length - filled);
        if (count < 0) {
            atEnd = true;
            return false;
        }
        filled += count;
        return true;
    }

    /** Eight bytes at a time: the lowest high bit set marks the first byte that is a line feed. */
    static int indexOfLineFeed(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long differences = (long) LONGS.get(bytes, at) ^ LINE_FEEDS;
            long found = (differences - ONES) & ~differences & HIGH_BITS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    /** The first line feed outside of double quotes; a doubled quote opens and closes at once. */
    private int indexOfRecordEnd(int begin) {
        boolean quoted = false;
        for (int at = begin; at < filled; at++) {
            byte b = bytes[at];
            if (b == '"') {
                quoted = !quoted;
            } else if (b == '\n' && !quoted) {
                return at;
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
