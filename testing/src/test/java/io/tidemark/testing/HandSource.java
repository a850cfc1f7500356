package io.tidemark.testing;

import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.ReadStatus;
import io.tidemark.api.connector.ReaderOutput;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A source whose splits are filled by the test while it is read. What was filled stays, so that it can be read again. */
final class HandSource implements Source<Object, HandSource.Split> {
    private static final long serialVersionUID = 1L;

    record Split(String splitId, int position) implements SourceSplit {}

    private enum SplitSerializer implements TypeSerializer<Split> {
        INSTANCE;

        @Override
        public void serialize(Split split, BinaryWriter out) {
            out.writeString(split.splitId);
            out.writeInt(split.position);
        }

        @Override
        public Split deserialize(BinaryReader in) {
            String id = in.readString();
            return new Split(id, in.readInt());
        }

        @Override
        public Split copy(Split split) {
            return split;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Split split) {
            return split.hashCode();
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, Split.class.getName());
        }
    }

    /** A record that the source gives this timestamp. */
    record At(Object record, long timestampMs) {}

    /** What the source says of a split instead of a record. A {@link Watermark} is another such thing. */
    enum Status {
        IDLE,
        ACTIVE
    }

    /** What the test fills. Shared by all copies, since a source is copied with its plan. */
    static final class Content {
        final Map<String, List<Object>> records = new HashMap<>();
        final List<String> ended = new ArrayList<>();

        /** A poll ends after so many, and does not look at the splits behind. */
        int recordsPerPoll = 100;

        void add(String split, Object... more) {
            records.computeIfAbsent(split, missing -> new ArrayList<>()).addAll(List.of(more));
        }
    }

    private static final Map<String, Content> CONTENTS = new HashMap<>();

    private final String name;
    private final boolean bounded;
    private final List<String> splits;

    /** @param name by which its copies find the content */
    HandSource(String name, boolean bounded, List<String> splits) {
        this.name = name;
        this.bounded = bounded;
        this.splits = new ArrayList<>(splits);
        CONTENTS.put(name, new Content());
    }

    /** It as one of texts, for a content of such. */
    @SuppressWarnings("unchecked")
    Source<String, Split> texts() {
        return (Source<String, Split>) (Source<?, ?>) this;
    }

    Content content() {
        return CONTENTS.get(name);
    }

    @Override
    public Boundedness boundedness() {
        return bounded ? Boundedness.BOUNDED : Boundedness.UNBOUNDED;
    }

    @Override
    public List<Split> enumerateSplits(int parallelism) {
        return splits.stream().map(split -> new Split(split, 0)).toList();
    }

    @Override
    public SourceReader<Object, Split> createReader(SourceReaderContext context) {
        return new Reader(content());
    }

    @Override
    public TypeSerializer<Split> splitSerializer() {
        return SplitSerializer.INSTANCE;
    }

    private static final class Reader implements SourceReader<Object, Split> {
        private final Content content;
        private final Map<String, Integer> positions = new HashMap<>();
        private final List<String> order = new ArrayList<>();

        Reader(Content content) {
            this.content = content;
        }

        @Override
        public void addSplits(List<Split> splits) {
            for (Split split : splits) {
                positions.put(split.splitId, split.position);
                order.add(split.splitId);
            }
        }

        @Override
        public ReadStatus poll(ReaderOutput<Object> output) {
            int read = 0;
            for (String split : List.copyOf(order)) {
                ReaderOutput.SplitOutput<Object> target = output.split(split);
                List<Object> records = content.records.getOrDefault(split, List.of());
                while (positions.get(split) < records.size()) {
                    if (!output.hasRoom()) {
                        return ReadStatus.MORE;
                    }
                    int position = positions.merge(split, 1, Integer::sum);
                    give(records.get(position - 1), target);
                    read++;
                    if (read == content.recordsPerPoll) {
                        return ReadStatus.MORE;
                    }
                }
                if (content.ended.contains(split)) {
                    order.remove(split);
                    output.splitFinished(split);
                }
            }
            return order.isEmpty() ? ReadStatus.DONE : ReadStatus.NOTHING_NOW;
        }

        private static void give(Object record, ReaderOutput.SplitOutput<Object> target) {
            if (record instanceof At at) {
                target.collectWithTimestamp(at.record, at.timestampMs);
            } else if (record instanceof Watermark watermark) {
                target.emitWatermark(watermark);
            } else if (record == Status.IDLE) {
                target.markIdle();
            } else if (record == Status.ACTIVE) {
                target.markActive();
            } else {
                target.collect(record);
            }
        }

        @Override
        public List<Split> snapshot() {
            return order.stream()
                    .map(split -> new Split(split, positions.get(split)))
                    .toList();
        }

        @Override
        public void close() {}
    }
}
