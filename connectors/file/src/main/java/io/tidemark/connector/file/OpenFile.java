package io.tidemark.connector.file;

import io.tidemark.connector.file.format.MalformedFieldException;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.RecordDecoder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** A file that is being read: its records' places and their decoder, made with its header. Used by one thread. */
final class OpenFile<T> implements Closeable {
    private final String path;
    private final LineScanner scanner;
    private final RecordDecoder<T> decoder;
    /** Where the first record may begin: after a header. */
    private final long dataPosition;

    private OpenFile(String path, LineScanner scanner, RecordDecoder<T> decoder, long dataPosition) {
        this.path = path;
        this.scanner = scanner;
        this.decoder = decoder;
        this.dataPosition = dataPosition;
    }

    static <T> OpenFile<T> open(FileSplit split, ReadFormat<T> format, int maxRecordBytes) throws IOException {
        ByteInput input = ByteInput.open(Path.of(split.path()), split.fileBytes());
        LineScanner scanner = new LineScanner(input, format.spansLines(), maxRecordBytes);
        try {
            if (!format.hasHeader()) {
                return new OpenFile<>(split.path(), scanner, format.createDecoder(null), 0);
            }
            scanner.skipByteOrderMark();
            byte[] header = scanner.find(Long.MAX_VALUE)
                    ? Arrays.copyOfRange(scanner.bytes(), scanner.from(), scanner.to())
                    : null;
            return new OpenFile<>(split.path(), scanner, format.createDecoder(header), scanner.position());
        } catch (MalformedFieldException e) {
            input.close();
            throw RecordPlace.malformed(split.path(), 0, e);
        } catch (IOException | RuntimeException e) {
            input.close();
            throw e;
        }
    }

    String path() {
        return path;
    }

    LineScanner scanner() {
        return scanner;
    }

    RecordDecoder<T> decoder() {
        return decoder;
    }

    /**
     * Goes towards the split's position, or to the first record after it, a bounded way at a time.
     *
     * @return whether it is there
     */
    boolean moveTo(FileSplit split) throws IOException {
        if (split.atRecord()) {
            return scanner.moveTo(split.position());
        } else if (split.position() < dataPosition) {
            return scanner.moveTo(dataPosition);
        } else if (split.position() > 0) {
            scanner.moveToRecordFrom(split.position());
            return true;
        }
        if (!scanner.moveTo(0)) {
            return false;
        }
        if (dataPosition == 0) {
            scanner.skipByteOrderMark();
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        scanner.close();
    }
}
