package io.tidemark.connector.file;

import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.metric.Counter;
import io.tidemark.connector.file.format.MalformedFieldException;
import io.tidemark.connector.file.format.ReadFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the ranges of its splits: those of the first file in its order, then those of the next file. Splits of one file that
 * came to one reader (after a change of parallelism) thus advance side by side too.
 */
final class FileSourceReader<T> implements SourceReader<T, FileSplit> {
    private static final Logger LOG = LoggerFactory.getLogger(FileSourceReader.class);
    private static final int RECORDS_PER_POLL = 1024;

    private final ReadFormat<T> format;
    private final int maxRecordBytes;
    private final OnMalformed onMalformed;
    private final Counter malformedRecords;

    private final PriorityQueue<FileSplit> waiting =
            new PriorityQueue<>(Comparator.comparingInt(FileSplit::fileIndex).thenComparingLong(FileSplit::position));
    /** The split being read, as it was when its range was begun; null between ranges. */
    private FileSplit current;

    private String currentId;
    private long rangeEnd;
    /** Whether {@code file} stands in the range of {@code current}. */
    private boolean positioned;

    private OpenFile<T> file;
    private boolean hasLogged;

    FileSourceReader(ReadFormat<T> format, int maxRecordBytes, OnMalformed onMalformed, Counter malformedRecords) {
        this.format = format;
        this.maxRecordBytes = maxRecordBytes;
        this.onMalformed = onMalformed;
        this.malformedRecords = malformedRecords;
    }

    @Override
    public void addSplits(List<FileSplit> splits) {
        waiting.addAll(splits);
    }

    @Override
    public ReadStatus poll(ReaderOutput<T> output) throws Exception {
        if (current == null && !beginRange()) {
            return ReadStatus.DONE;
        }
        if (!positioned) {
            positioned = file.moveTo(current);
            if (!positioned) {
                return ReadStatus.MORE;
            }
        }
        read(output);
        return ReadStatus.MORE;
    }

    private boolean beginRange() throws IOException {
        FileSplit next = waiting.poll();
        if (next == null) {
            closeFile();
            return false;
        }
        if (file != null && !file.path().equals(next.path())) {
            closeFile();
        }
        if (file == null) {
            file = OpenFile.open(next, format, maxRecordBytes);
        }
        current = next;
        currentId = next.splitId();
        rangeEnd = next.rangeEnd();
        positioned = false;
        return true;
    }

    private void read(ReaderOutput<T> output) throws Exception {
        LineScanner scanner = file.scanner();
        ReaderOutput.SplitOutput<T> splitOutput = output.split(currentId);
        for (int i = 0; i < RECORDS_PER_POLL && output.hasRoom(); i++) {
            try {
                if (!scanner.find(rangeEnd)) {
                    endRange(output);
                    return;
                }
            } catch (MalformedFieldException e) {
                onMalformed(e);
                continue;
            }
            T value = decode(scanner);
            if (value != null) {
                splitOutput.collect(value);
            }
        }
    }

    /** Null for a record that is dropped. */
    private T decode(LineScanner scanner) {
        try {
            return file.decoder().decode(scanner.bytes(), scanner.from(), scanner.to());
        } catch (MalformedFieldException e) {
            onMalformed(e);
        } catch (IllegalArgumentException | DateTimeException e) {
            onMalformed(new MalformedFieldException("", record(scanner), "as expected: " + e.getMessage()));
        } catch (Exception e) {
            throw new ConnectorException(
                    RecordPlace.describe(file.path(), scanner.recordPosition()) + ": the record cannot be read: " + e,
                    "correct the function or class that reads the records",
                    e);
        }
        return null;
    }

    private static String record(LineScanner scanner) {
        return new String(scanner.bytes(), scanner.from(), scanner.to() - scanner.from(), StandardCharsets.UTF_8);
    }

    private void onMalformed(MalformedFieldException e) {
        long position = file.scanner().recordPosition();
        if (onMalformed == OnMalformed.FAIL) {
            throw RecordPlace.malformed(file.path(), position, e);
        }
        malformedRecords.add(1);
        if (!hasLogged) {
            hasLogged = true;
            LOG.warn(
                    "dropped a malformed record, further ones are only counted: {}, {}",
                    RecordPlace.describe(file.path(), position),
                    e.getMessage());
        }
    }

    private void endRange(ReaderOutput<T> output) {
        FileSplit next = current.afterRange(current.range());
        if (next == null) {
            output.splitFinished(currentId);
        } else {
            waiting.add(next);
        }
        current = null;
    }

    @Override
    public List<FileSplit> snapshot() {
        List<FileSplit> splits = new ArrayList<>(waiting);
        if (current == null) {
            return splits;
        }
        if (!positioned) {
            splits.add(current);
            return splits;
        }
        long position = file.scanner().position();
        FileSplit next = position < rangeEnd ? current.at(position, true) : current.afterRange(current.range());
        if (next != null) {
            splits.add(next);
        }
        return splits;
    }

    private void closeFile() throws IOException {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    @Override
    public void close() throws IOException {
        closeFile();
    }
}
