package io.tidemark.testing;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.ElementFormat;
import io.tidemark.network.channel.ElementReader;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.channel.OutputChannel;
import java.util.ArrayDeque;

/** A channel that carries bytes, as one between two workers does, without a network. */
final class WireChannel {
    private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
    private final TypeSerializer<Object> serializer;

    WireChannel(TypeSerializer<Object> serializer) {
        this.serializer = serializer;
    }

    OutputChannel output() {
        return new Output();
    }

    InputChannel input() {
        return new Input();
    }

    private final class Output implements OutputChannel {
        private BinaryWriter writer = new BinaryWriter(64);
        private long previousTimestamp;

        @Override
        public void write(Object value, long timestamp, int keyHash) {
            ElementFormat.writeRecordHeader(writer, timestamp, previousTimestamp, keyHash);
            serializer.serialize(value, writer);
            previousTimestamp = timestamp == RecordBatch.NO_TIMESTAMP ? previousTimestamp : timestamp;
        }

        @Override
        public void write(ControlElement element) {
            int start = writer.position();
            ElementFormat.writeControl(writer, element);
            if (writer.position() - start > ElementFormat.maxBytes(element)) {
                throw new AssertionError(element + " takes " + (writer.position() - start) + " bytes");
            }
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public boolean flush(long nowNs, boolean force) {
            if (writer.position() == 0) {
                return false;
            }
            frames.add(writer.toByteArray());
            writer = new BinaryWriter(64);
            previousTimestamp = 0;
            return true;
        }

        @Override
        public boolean isDrained() {
            return writer.position() == 0;
        }

        @Override
        public Throwable failure() {
            return null;
        }

        @Override
        public void close() {}

        @Override
        public String describe() {
            return "wire channel";
        }
    }

    private final class Input implements InputChannel {
        private final ElementReader reader = new ElementReader(serializer);
        private Object head;

        @Override
        public Object peek() {
            while (head == null) {
                if (!reader.hasNext()) {
                    byte[] frame = frames.poll();
                    if (frame == null) {
                        return null;
                    }
                    reader.wrap(frame, 0, frame.length);
                }
                head = reader.next();
            }
            return head;
        }

        @Override
        public Object poll() {
            Object next = peek();
            head = null;
            return next;
        }

        @Override
        public void recycle(RecordBatch batch) {
            reader.clear();
        }

        @Override
        public boolean isEmpty() {
            return peek() == null;
        }

        @Override
        public Throwable failure() {
            return null;
        }

        @Override
        public void close() {
            frames.clear();
        }
    }
}
