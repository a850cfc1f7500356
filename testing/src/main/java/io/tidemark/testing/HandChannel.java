package io.tidemark.testing;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.channel.OutputChannel;
import java.util.ArrayDeque;

/**
 * Both ends of a channel between two operators. Records go through their serializer, as between two workers. It can be made to
 * refuse every other time: after each record it has no room until it is asked again.
 */
final class HandChannel implements InputChannel, OutputChannel {
    /** How much fits behind the channel. */
    interface Room {
        /** Of any size. */
        Room UNLIMITED = new Room() {
            @Override
            public boolean isThere() {
                return true;
            }

            @Override
            public void taken() {}
        };

        /** Whether anything fits. */
        boolean isThere();

        /** A record takes some of it. */
        void taken();
    }

    private final String name;
    private final TypeSerializer<Object> serializer;
    private final boolean refusesEveryOtherTime;
    private final Room room;
    private final BinaryWriter writer = new BinaryWriter(64);
    private final ArrayDeque<Object> elements = new ArrayDeque<>();
    private boolean refuses;

    /** What the consumer knows of event time. */
    private long watermark = Long.MIN_VALUE;

    private boolean isIdle;

    HandChannel(String name, TypeSerializer<Object> serializer, boolean refusesEveryOtherTime, Room room) {
        this.name = name;
        this.serializer = serializer;
        this.refusesEveryOtherTime = refusesEveryOtherTime;
        this.room = room;
    }

    @Override
    public void write(Object value, long timestamp, int keyHash) {
        writer.reset();
        serializer.serialize(value, writer);
        RecordBatch batch = new RecordBatch(1);
        batch.add(serializer.deserialize(new BinaryReader(writer.toByteArray())), timestamp, keyHash);
        elements.add(batch);
        isIdle = false;
        refuses = refusesEveryOtherTime;
        room.taken();
    }

    /** Its consumer was restored right where the one of this channel was left, so it knows as much. */
    void goOnFrom(HandChannel before) {
        watermark = before.watermark;
        isIdle = before.isIdle;
    }

    @Override
    public void write(ControlElement element) {
        if (element instanceof ControlElement.Watermark said) {
            if (isIdle && said.timestamp() == watermark) {
                // A restored producer that is idle says again where it stands; that is not to wake anybody.
                return;
            }
            watermark = said.timestamp();
            isIdle = false;
        } else if (element instanceof ControlElement.Idle) {
            isIdle = true;
        } else if (element instanceof ControlElement.Active) {
            isIdle = false;
        }
        elements.add(element);
    }

    @Override
    public boolean hasRoom() {
        return !refuses && room.isThere();
    }

    @Override
    public boolean flush(long nowNs, boolean force) {
        boolean moved = refuses;
        refuses = false;
        return moved;
    }

    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public Object poll() {
        return elements.poll();
    }

    @Override
    public Object peek() {
        return elements.peek();
    }

    @Override
    public void recycle(RecordBatch batch) {
        batch.clear();
    }

    @Override
    public boolean isEmpty() {
        return elements.isEmpty();
    }

    @Override
    public Throwable failure() {
        return null;
    }

    /** Nothing is let go of: the other end may not have read it all. */
    @Override
    public void close() {}

    @Override
    public String describe() {
        return name;
    }
}
