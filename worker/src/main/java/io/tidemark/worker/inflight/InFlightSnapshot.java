package io.tidemark.worker.inflight;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.proto.DeclaredValue;
import io.tidemark.checkpoint.proto.InFlightData;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.network.gate.InFlight;
import io.tidemark.network.gate.InFlightLog;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;

/** What was in flight to a task at a barrier: taken by the task's thread, written by the snapshot pool. */
public final class InFlightSnapshot {
    /** What is smaller stands in the manifest itself: a file of its own would cost more than it holds. */
    private static final int MAX_INLINE_BYTES = 64 << 10;

    private final boolean unaligned;
    private final List<InFlight> parts;

    public InFlightSnapshot(boolean unaligned, List<InFlight> parts) {
        this.unaligned = unaligned;
        this.parts = parts;
    }

    /**
     * Adds all of it to a task's snapshot, which names the consumer.
     *
     * @throws IOException when a file could not be written
     */
    public void write(CheckpointStorage storage, TaskSnapshot.Builder target) throws IOException {
        target.setUnaligned(unaligned);
        for (InFlight part : parts) {
            InFlightData.Builder data = InFlightData.newBuilder()
                    .setInput(part.input())
                    .setEdge(part.channel().edge())
                    .setProducer(part.channel().producer())
                    .setConsumer(target.getSubtask())
                    .setWatermark(part.channel().watermark())
                    .setIdle(part.channel().idle())
                    .setReplay(part.isReplay());
            new TreeMap<>(part.channel().declared())
                    .forEach((identifier, value) -> data.addDeclared(
                            DeclaredValue.newBuilder().setIdentifier(identifier).setValue(value)));
            byte[] elements = InFlightLog.encode(part.parts());
            if (elements.length < MAX_INLINE_BYTES) {
                data.setElements(ByteString.copyFrom(elements));
            } else {
                data.setFile(storage.put(elements));
            }
            target.addInFlight(data);
        }
    }
}
