package io.tidemark.api.connector;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import java.util.Collection;
import java.util.List;

/**
 * Reads elements that are part of the plan, in order, in one split. For tests and examples.
 *
 * @param <T> type of an element
 */
public final class ElementsSource<T> implements Source<T, ElementsSource.Position> {
    private static final long serialVersionUID = 1L;
    private static final int RECORDS_PER_POLL = 512;

    private final TypeSerializer<T> serializer;
    private final byte[] elements;
    private final int count;

    /** @throws IllegalArgumentException when an element is null, naming its index */
    public ElementsSource(Collection<? extends T> elements, TypeSerializer<T> serializer) {
        this.serializer = serializer;
        BinaryWriter out = new BinaryWriter(256);
        int index = 0;
        for (T element : elements) {
            if (element == null) {
                throw new IllegalArgumentException("element " + index + " is null");
            }
            serializer.serialize(element, out);
            index++;
        }
        this.elements = out.toByteArray();
        this.count = index;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public List<Position> enumerateSplits(int parallelism) {
        return List.of(new Position(0));
    }

    @Override
    public SourceReader<T, Position> createReader(SourceReaderContext context) {
        return new Reader();
    }

    @Override
    public TypeSerializer<Position> splitSerializer() {
        return PositionSerializer.INSTANCE;
    }

    /** The one split, and the index of its next element. */
    public record Position(int next) implements SourceSplit {
        @Override
        public String splitId() {
            return "elements";
        }
    }

    private final class Reader implements SourceReader<T, Position> {
        private final BinaryReader in = new BinaryReader(elements);
        private int next = count;
        private boolean isOpen;

        @Override
        public void addSplits(List<Position> splits) {
            for (Position split : splits) {
                in.setPosition(0);
                for (int i = 0; i < split.next(); i++) {
                    serializer.deserialize(in);
                }
                next = split.next();
                isOpen = true;
            }
        }

        @Override
        public ReadStatus poll(ReaderOutput<T> output) {
            if (!isOpen) {
                return ReadStatus.DONE;
            }
            ReaderOutput.SplitOutput<T> split = output.split("elements");
            for (int i = 0; i < RECORDS_PER_POLL && next < count && output.hasRoom(); i++) {
                split.collect(serializer.deserialize(in));
                next++;
            }
            if (next < count) {
                return ReadStatus.MORE;
            }
            isOpen = false;
            output.splitFinished("elements");
            return ReadStatus.DONE;
        }

        @Override
        public List<Position> snapshot() {
            return isOpen ? List.of(new Position(next)) : List.of();
        }

        @Override
        public void close() {}
    }

    private enum PositionSerializer implements TypeSerializer<Position> {
        INSTANCE;

        @Override
        public void serialize(Position position, BinaryWriter out) {
            out.writeVarInt(position.next());
        }

        @Override
        public Position deserialize(BinaryReader in) {
            return new Position(in.readVarInt());
        }

        @Override
        public Position copy(Position position) {
            return position;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Position position) {
            return position.next();
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, Position.class.getName());
        }
    }
}
