package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import java.util.function.Consumer;

/** What a queue needs from the store that keeps its timers. Called on the task's thread. */
public interface TimerBackend {
    Object currentKey();

    /** {@code TypeSerializer.hash} of the current key. */
    int currentKeyHash();

    /**
     * Makes a group of timers known to snapshots.
     *
     * @return the number by which they know it, below 65536
     */
    int declareTimers(String name, TypeSerializer<?> namespaceSerializer);

    /** A serializer like the given one, for the thread that writes snapshots. */
    <T> TypeSerializer<T> duplicate(TypeSerializer<T> serializer);

    /** Hands over the stored form of every timer of the restored snapshot. */
    void forEachStored(Consumer<byte[]> encodedTimer);
}
