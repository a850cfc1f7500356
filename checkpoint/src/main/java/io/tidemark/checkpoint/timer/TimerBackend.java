package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;

/** What a queue needs from the store that keeps its timers. Called on the task's thread. */
public interface TimerBackend {
    Object currentKey();

    /** {@code TypeSerializer.hash} of the current key. */
    int currentKeyHash();

    /** The key groups of the subtask. */
    KeyGroupRange keyGroups();

    /**
     * Makes a group of timers known to snapshots.
     *
     * @return the number by which they know it, below 65536
     */
    int declareTimers(String name, TypeSerializer<?> namespaceSerializer);

    /** A serializer like the given one, for the thread that writes snapshots. */
    <T> TypeSerializer<T> duplicate(TypeSerializer<T> serializer);

    /** Whether anything was ever written to the database. */
    boolean isDatabaseUsed();

    /** Walks the timers column family, from {@code first} to before {@code end}. */
    TimerScan scan(byte[] first, byte[] end);

    /**
     * Looks a key of the timers column family up.
     *
     * @param into is set to read the value
     * @return whether there is one
     */
    boolean find(BinaryWriter key, BinaryReader into);

    /** Whether the memory has room for more timers than there are. */
    boolean hasRoom();

    /** How many bytes of timers may come back from the database at a time, so that they do not at once have to leave again. */
    long batchBytes();
}
