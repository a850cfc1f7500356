package io.tidemark.connector.file;

import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.connector.file.format.ReadFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads a file, all files below a directory, or all that a glob matches, each record exactly once over failures. Immutable;
 * the {@code with} methods return a new source.
 *
 * <pre>{@code
 * env.fromSource(
 *         FileSource.of("events.csv", CsvFormat.standard().read(row -> new Event(row.longValue(0), row.longValue(1)))),
 *         WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofSeconds(1))
 *                 .withTimestampAssigner((event, previous) -> event.timestampMs()),
 *         "events.csv")
 * }</pre>
 *
 * <p><b>Order and event time.</b> Files are read in the order of their names. A file larger than a split ({@link
 * #withSplitBytes}) is read by several readers at once, and in such a way that they go through it side by side: with two
 * readers, one takes the byte ranges 0, 2, 4, … and the other 1, 3, 5, …, each in this order. To the watermark, all ranges
 * that one reader takes of a file are <em>one</em> split ({@code events.csv#1/2}), whose generator carries on from range to
 * range. So for a file that is in order of event time up to some disorder, no record is late as long as the watermark
 * allows for that disorder, whatever the parallelism: each reader sees a part of the file's records, in the file's order,
 * and event time is the least of the readers'. What windows hold meanwhile is a few ranges' worth and not half the file.
 * Several files count as if they were one behind the other: when files overlap in event time, give the watermark the
 * disorder of their concatenation, or read each with a source of its own and {@code union} them.
 *
 * <p><b>Compressed</b> files ({@code .gz}) and formats whose records span lines are read by one reader from the beginning; a
 * restore reads and skips what was read before.
 *
 * <p>The files must not change while they are read; what is appended after the start is not read, and a file that has become
 * shorter fails the job. A relative path is taken from the directory of the process that plans the job.
 *
 * @param <T> record type
 */
public final class FileSource<T> implements Source<T, FileSplit> {
    private static final long serialVersionUID = 1L;
    private static final long DEFAULT_SPLIT_BYTES = 4L << 20;
    private static final int DEFAULT_MAX_RECORD_BYTES = 16 << 20;

    private final String path;
    private final ReadFormat<T> format;
    private final long splitBytes;
    private final int maxRecordBytes;
    private final OnMalformed onMalformed;

    private FileSource(
            String path, ReadFormat<T> format, long splitBytes, int maxRecordBytes, OnMalformed onMalformed) {
        this.path = path;
        this.format = format;
        this.splitBytes = splitBytes;
        this.maxRecordBytes = maxRecordBytes;
        this.onMalformed = onMalformed;
    }

    /** @param path a file, a directory or a glob */
    public static <T> FileSource<T> of(String path, ReadFormat<T> format) {
        String absolute = Path.of(path).toAbsolutePath().normalize().toString();
        return new FileSource<>(
                absolute,
                Objects.requireNonNull(format),
                DEFAULT_SPLIT_BYTES,
                DEFAULT_MAX_RECORD_BYTES,
                OnMalformed.FAIL);
    }

    /** See {@link #of(String, ReadFormat)}. */
    public static <T> FileSource<T> of(Path path, ReadFormat<T> format) {
        return of(path.toString(), format);
    }

    /**
     * Files are divided into ranges of so many bytes (default 4 MiB); a file that is not larger is read by one reader alone.
     * Smaller ranges keep several readers of a file closer together.
     */
    public FileSource<T> withSplitBytes(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a split has at least 1 byte, not " + bytes);
        }
        return new FileSource<>(path, format, bytes, maxRecordBytes, onMalformed);
    }

    /** A longer record is malformed (default 16 MiB). */
    public FileSource<T> withMaxRecordBytes(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a record has at least 1 byte, not " + bytes);
        }
        return new FileSource<>(path, format, splitBytes, bytes, onMalformed);
    }

    /** What becomes of a record that cannot be read; by default it fails the job. */
    public FileSource<T> onMalformed(OnMalformed what) {
        return new FileSource<>(path, format, splitBytes, maxRecordBytes, Objects.requireNonNull(what));
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public TypeInformation<T> recordType() {
        return format.recordType();
    }

    @Override
    public void validate() {
        FileListing.checkVisible(path);
    }

    @Override
    public List<FileSplit> enumerateSplits(int parallelism) throws IOException {
        List<FileSplit> splits = new ArrayList<>();
        List<Path> files = FileListing.of(path);
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            long fileBytes = Files.size(file);
            if (fileBytes == 0) {
                continue;
            }
            boolean divisible = !format.spansLines() && !ByteInput.isCompressed(file);
            long ranges = divisible ? (fileBytes - 1) / splitBytes + 1 : 1;
            int stripes = (int) Math.min(parallelism, ranges);
            for (int stripe = 0; stripe < stripes; stripe++) {
                // One stripe is one long range: nothing to look for where ranges meet.
                splits.add(FileSplit.first(
                        file.toString(), i, fileBytes, stripes == 1 ? Long.MAX_VALUE : splitBytes, stripe, stripes));
            }
        }
        return splits;
    }

    @Override
    public SourceReader<T, FileSplit> createReader(SourceReaderContext context) {
        return new FileSourceReader<>(format, maxRecordBytes, onMalformed, context.counter("malformed-records"));
    }

    @Override
    public TypeSerializer<FileSplit> splitSerializer() {
        return TypeInformation.of(FileSplit.class).createSerializer();
    }

    @Override
    public boolean readsSplitsInSequence() {
        return true;
    }

    @Override
    public String toString() {
        return "FileSource(" + path + ")";
    }
}
