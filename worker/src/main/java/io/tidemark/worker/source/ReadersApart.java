package io.tidemark.worker.source;

import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceSplit;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads each split with a reader of its own, so that it is decided here, and not by the connector, whose turn it is. Either the
 * split that is least far in event time is read, of equal ones the one added first, until another one is: then what is read
 * when depends on the records alone. Or all are read in turn. A split that is paused is not read.
 */
@SuppressWarnings("try")
final class ReadersApart implements SourceReader<Object, SourceSplit> {
    /** Makes a reader of one split. */
    interface Maker {
        SourceReader<Object, SourceSplit> create() throws Exception;
    }

    /** What is known of a split's event time. */
    interface Times {
        long watermark(String splitId);

        boolean isIdle(String splitId);

        boolean isPaused(String splitId);
    }

    private record Part(String splitId, SourceReader<Object, SourceSplit> reader) {}

    private final Maker maker;
    private final Times times;
    private final boolean isInOrder;
    private final List<Part> parts = new ArrayList<>();
    private int turn;

    /** @param isInOrder whether they are read in the order of event time */
    ReadersApart(Maker maker, Times times, boolean isInOrder) {
        this.maker = maker;
        this.times = times;
        this.isInOrder = isInOrder;
    }

    @Override
    public void addSplits(List<SourceSplit> splits) throws Exception {
        for (SourceSplit split : splits) {
            Part part = new Part(split.splitId(), maker.create());
            parts.add(part);
            part.reader.addSplits(List.of(split));
        }
    }

    @Override
    public ReadStatus poll(ReaderOutput<Object> output) throws Exception {
        if (isInOrder) {
            return pollInOrder(output);
        }
        for (int i = parts.size(); i > 0; i--) {
            turn = turn + 1 < parts.size() ? turn + 1 : 0;
            Part part = parts.get(turn);
            if (!times.isPaused(part.splitId) && poll(part, output) != ReadStatus.NOTHING_NOW) {
                return status();
            }
        }
        return parts.isEmpty() ? ReadStatus.DONE : ReadStatus.NOTHING_NOW;
    }

    private ReadStatus pollInOrder(ReaderOutput<Object> output) throws Exception {
        // An idle split is looked at too, or it would stay idle; it stands outside the order. Whatever comes of that,
        // the
        // first is read as well.
        boolean isMore = false;
        for (Part part : List.copyOf(parts)) {
            if (times.isIdle(part.splitId) && !times.isPaused(part.splitId) && output.hasRoom()) {
                isMore |= poll(part, output) != ReadStatus.NOTHING_NOW;
            }
        }
        Part first = first(null);
        if (first != null && !times.isPaused(first.splitId) && (!isMore || output.hasRoom())) {
            isMore |= poll(first, output) != ReadStatus.NOTHING_NOW;
        }
        return isMore || parts.isEmpty() ? status() : ReadStatus.NOTHING_NOW;
    }

    private ReadStatus status() {
        return parts.isEmpty() ? ReadStatus.DONE : ReadStatus.MORE;
    }

    /** The split that is least far, among those that are not idle, but for one. */
    private Part first(Part without) {
        Part first = null;
        for (Part part : parts) {
            boolean counts = part != without && !times.isIdle(part.splitId);
            if (counts && (first == null || times.watermark(part.splitId) < times.watermark(first.splitId))) {
                first = part;
            }
        }
        return first;
    }

    private ReadStatus poll(Part part, ReaderOutput<Object> output) throws Exception {
        output.split(part.splitId);
        ReadStatus status = part.reader.poll(new Turn(part, output));
        if (status == ReadStatus.DONE) {
            parts.remove(part);
            part.reader.close();
        }
        return status;
    }

    @Override
    public List<SourceSplit> snapshot() throws Exception {
        List<SourceSplit> splits = new ArrayList<>();
        for (Part part : parts) {
            splits.addAll(part.reader.snapshot());
        }
        return splits;
    }

    @Override
    public void close() throws Exception {
        Exception failure = null;
        for (Part part : parts) {
            try {
                part.reader.close();
            } catch (Exception e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** The output of one split while it is its turn, or stands outside the order: without room as soon as it is another's. */
    private final class Turn implements ReaderOutput<Object> {
        private final Part part;
        private final ReaderOutput<Object> output;
        private final boolean isBeforeNext;
        private final long nextWatermark;

        Turn(Part part, ReaderOutput<Object> output) {
            this.part = part;
            this.output = output;
            Part next = isInOrder ? first(part) : null;
            isBeforeNext = next == null || parts.indexOf(part) < parts.indexOf(next);
            nextWatermark = next == null ? Long.MAX_VALUE : times.watermark(next.splitId);
        }

        @Override
        public SplitOutput<Object> split(String splitId) {
            return output.split(splitId);
        }

        @Override
        public void splitFinished(String splitId) {
            output.splitFinished(splitId);
        }

        @Override
        public boolean hasRoom() {
            if (!output.hasRoom() || times.isPaused(part.splitId)) {
                return false;
            }
            long watermark = times.watermark(part.splitId);
            return times.isIdle(part.splitId)
                    || watermark < nextWatermark
                    || (watermark == nextWatermark && isBeforeNext);
        }
    }
}
