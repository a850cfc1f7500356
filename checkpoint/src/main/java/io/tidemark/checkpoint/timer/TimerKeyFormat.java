package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroups;
import java.util.Arrays;
import java.util.function.Function;

/**
 * A timer as a key of the timers column family, in whose order timers are due: key group (2 bytes) · domain (1) · timestamp
 * with its sign flipped (8) · registration number (8) · group (2) · length of the key, key · namespace. Used by one thread.
 */
final class TimerKeyFormat {
    private static final int DOMAIN_AT = 2;
    static final int GROUP_AT = DOMAIN_AT + 1 + 8 + 8;

    private final int maxParallelism;
    private final TypeSerializer<Object> keySerializer;
    private final Function<TimerGroup, TypeSerializer<Object>> namespaceSerializer;
    private final BinaryWriter key = new BinaryWriter(64);
    private final BinaryWriter out = new BinaryWriter(128);
    private final BinaryReader in = new BinaryReader();

    TimerKeyFormat(
            int maxParallelism,
            TypeSerializer<Object> keySerializer,
            Function<TimerGroup, TypeSerializer<Object>> namespaceSerializer) {
        this.maxParallelism = maxParallelism;
        this.keySerializer = keySerializer;
        this.namespaceSerializer = namespaceSerializer;
    }

    byte[] encode(TimerEntry entry) {
        out.reset();
        out.writeShort(KeyGroups.keyGroup(entry.keyHash, maxParallelism));
        out.writeByte(entry.domain.ordinal());
        out.writeLong(entry.timestamp ^ Long.MIN_VALUE);
        out.writeLong(entry.registration);
        out.writeShort(entry.group.id());
        writeKeyAndNamespace(entry);
        return out.toByteArray();
    }

    private void writeKeyAndNamespace(TimerEntry entry) {
        key.reset();
        keySerializer.serialize(entry.key, key);
        out.writeVarInt(key.length());
        out.writeBytes(key.array(), key.offset(), key.length());
        namespaceSerializer.apply(entry.group).serialize(entry.namespace, out);
    }

    /** The number by which snapshots know the group of an encoded timer. */
    static int groupId(byte[] encoded) {
        return ((encoded[GROUP_AT] & 0xFF) << 8) | (encoded[GROUP_AT + 1] & 0xFF);
    }

    TimerEntry decode(byte[] encoded, TimerGroup group) {
        in.wrap(encoded, DOMAIN_AT, encoded.length - DOMAIN_AT);
        TimerDomain domain = TimerDomain.of(in.readByte());
        long timestamp = in.readLong() ^ Long.MIN_VALUE;
        long registration = in.readLong();
        in.readShort();
        in.readVarInt();
        Object timerKey = keySerializer.deserialize(in);
        Object namespace = namespaceSerializer.apply(group).deserialize(in);
        int keyHash = keySerializer.hash(timerKey);
        int hash = group.hash(domain, keyHash, namespace, timestamp);
        return new TimerEntry(domain, group, timerKey, keyHash, namespace, timestamp, registration, hash);
    }

    /** By the bytes of the key, then of the namespace, then by group: an order that any subtask would give. */
    int compareKeys(TimerEntry a, TimerEntry b) {
        int byBytes = Arrays.compareUnsigned(keyAndNamespace(a), keyAndNamespace(b));
        return byBytes != 0 ? byBytes : Integer.compare(a.group.id(), b.group.id());
    }

    private byte[] keyAndNamespace(TimerEntry entry) {
        out.reset();
        writeKeyAndNamespace(entry);
        return out.toByteArray();
    }
}
