package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The keys of the state column family: key group (2 bytes) · state id (2) · key, or with two parts: key group · state id ·
 * length of the outer key · outer key · inner key. The outer key of a namespaced state is the namespace, that of a map
 * state the key. The last part needs no length: it ends where the bytes end.
 *
 * <p>A list state has an entry for each element: key group · state id · length of the key · key · number of the element (8
 * bytes, high ones first). The numbers of a key's elements rise in the order in which they were added, with gaps.
 *
 * <p>Used by one thread.
 */
final class StateKeyFormat {
    /** Where the state id begins. */
    static final int STATE_ID_AT = 2;

    private final int maxParallelism;
    private final Function<StateDefinition, StateSerializers> side;
    private final BinaryWriter out = new BinaryWriter(64);
    private final BinaryWriter part = new BinaryWriter(64);

    /** @param side which serializers of a state belong to the thread */
    StateKeyFormat(int maxParallelism, Function<StateDefinition, StateSerializers> side) {
        this.maxParallelism = maxParallelism;
        this.side = side;
    }

    int keyGroup(StateTable table, int innerHash) {
        return KeyGroups.keyGroup(table.state.isGroupedByOuterKey() ? table.hash : innerHash, maxParallelism);
    }

    /** The key of an entry, in a writer that is valid until the next call. */
    BinaryWriter entry(StateTable table, Object key, int hash) {
        writePrefix(table, keyGroup(table, hash));
        side.apply(table.state).inner().serialize(key, out);
        return out;
    }

    /** As {@link #entry(StateTable, Object, int)}, of an entry of the table. */
    BinaryWriter entry(StateTable table, Entry entry) {
        writePrefix(table, keyGroup(table, entry.hash));
        table.writeKey(entry, side.apply(table.state).inner(), out);
        return out;
    }

    /** As {@link #entry(StateTable, Object, int)}, of a key that is a number and of which the key group is known. */
    BinaryWriter entry(StateTable table, int keyGroup, long keyBits) {
        writePrefix(table, keyGroup);
        table.state.innerNumber().write(keyBits, out);
        return out;
    }

    /** What the keys of all elements of a key's list begin with. */
    byte[] listPrefix(StateTable table, Object key, int hash) {
        writeListPrefix(table, key, hash);
        return out.toByteArray();
    }

    /** The key of an element of a list, in a writer that is valid until the next call. */
    BinaryWriter element(StateTable table, Object key, int hash, long number) {
        writeListPrefix(table, key, hash);
        out.writeLong(number);
        return out;
    }

    private void writeListPrefix(StateTable table, Object key, int hash) {
        writePrefix(table, keyGroup(table, hash));
        part.reset();
        side.apply(table.state).inner().serialize(key, part);
        out.writeVarInt(part.length());
        out.writeBytes(part.array(), part.offset(), part.length());
    }

    /** The number of an element, out of its key. */
    static long elementNumber(byte[] key) {
        return ByteBuffer.wrap(key).getLong(key.length - Long.BYTES);
    }

    /** What all keys of a table in a key group begin with. */
    byte[] tablePrefix(StateTable table, int keyGroup) {
        writePrefix(table, keyGroup);
        return out.toByteArray();
    }

    private void writePrefix(StateTable table, int keyGroup) {
        out.reset();
        out.writeShort(keyGroup);
        out.writeShort(table.state.id());
        StateSerializers serializers = side.apply(table.state);
        if (serializers.outer() != null) {
            part.reset();
            serializers.outer().serialize(table.key, part);
            out.writeVarInt(part.length());
            out.writeBytes(part.array(), part.offset(), part.length());
        }
    }

    /** The key groups of all entries of a table, out of those of the store. */
    KeyGroupRange keyGroupsOf(StateTable table, KeyGroupRange ofStore) {
        if (!table.state.isGroupedByOuterKey()) {
            return ofStore;
        }
        int keyGroup = KeyGroups.keyGroup(table.hash, maxParallelism);
        return new KeyGroupRange(keyGroup, keyGroup);
    }

    static int keyGroup(byte[] key) {
        return ((key[0] & 0xFF) << 8) | (key[1] & 0xFF);
    }

    static void setKeyGroup(byte[] key, int keyGroup) {
        key[0] = (byte) (keyGroup >>> 8);
        key[1] = (byte) keyGroup;
    }

    static byte[] keyGroupPrefix(int keyGroup) {
        return new byte[] {(byte) (keyGroup >>> 8), (byte) keyGroup};
    }

    /** What all keys of a state in a key group begin with. */
    static byte[] statePrefix(int keyGroup, int stateId) {
        return new byte[] {(byte) (keyGroup >>> 8), (byte) keyGroup, (byte) (stateId >>> 8), (byte) stateId};
    }

    /** The first key, in the order of bytes, that is behind all keys that begin with {@code prefix}. */
    static byte[] endOf(byte[] prefix) {
        byte[] end = prefix.clone();
        for (int i = end.length - 1; i >= 0; i--) {
            if (++end[i] != 0) {
                return Arrays.copyOf(end, i + 1);
            }
        }
        throw new IllegalArgumentException("a prefix of 0xFF bytes only has no end");
    }
}
