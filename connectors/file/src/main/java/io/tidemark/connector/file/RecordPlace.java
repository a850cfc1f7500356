package io.tidemark.connector.file;

import io.tidemark.api.connector.MalformedRecordException;
import java.io.IOException;
import java.nio.file.Path;

/** Where a record stands, as people count. Lines are counted only when someone asks, so that reading need not. */
final class RecordPlace {
    private static final int CHUNK_BYTES = 1 << 17;

    private RecordPlace() {}

    /** The file and the line in which a record at this position begins. */
    static String describe(String path, long position) {
        try {
            return path + ", line " + (1 + lineFeedsBefore(Path.of(path), position));
        } catch (IOException | RuntimeException e) {
            return path + ", byte " + position;
        }
    }

    static MalformedRecordException malformed(String path, long position, Exception cause) {
        return new MalformedRecordException(
                describe(path, position) + ", " + cause.getMessage(),
                "correct the line, or have such lines dropped and counted: FileSource.onMalformed(OnMalformed.DROP)",
                cause);
    }

    private static long lineFeedsBefore(Path file, long position) throws IOException {
        byte[] bytes = new byte[CHUNK_BYTES];
        long lineFeeds = 0;
        try (ByteInput input = ByteInput.open(file, position)) {
            for (long at = 0; at < position; ) {
                int count = input.read(bytes, 0, (int) Math.min(bytes.length, position - at));
                if (count < 0) {
                    break;
                }
                at += count;
                for (int i = LineScanner.indexOfLineFeed(bytes, 0, count);
                        i >= 0;
                        i = LineScanner.indexOfLineFeed(bytes, i + 1, count)) {
                    lineFeeds++;
                }
            }
        }
        return lineFeeds;
    }
}
