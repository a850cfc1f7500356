package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroups;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;

/** Timers as entries of the timers column family, see {@link TimerColumn}. Used by one thread. */
final class TimerKeyFormat {
    private final int maxParallelism;
    private final TypeSerializer<Object> keySerializer;
    private final Function<TimerGroup, TypeSerializer<Object>> namespaceSerializer;
    private final BinaryWriter key = new BinaryWriter(64);
    private final BinaryWriter out = new BinaryWriter(128);
    private final BinaryWriter lookUp = new BinaryWriter(128);
    private final BinaryWriter value = new BinaryWriter(Long.BYTES);
    private final BinaryWriter nothing = new BinaryWriter(1);
    private final BinaryReader in = new BinaryReader();

    TimerKeyFormat(
            int maxParallelism,
            TypeSerializer<Object> keySerializer,
            Function<TimerGroup, TypeSerializer<Object>> namespaceSerializer) {
        this.maxParallelism = maxParallelism;
        this.keySerializer = keySerializer;
        this.namespaceSerializer = namespaceSerializer;
    }

    int keyGroup(int keyHash) {
        return KeyGroups.keyGroup(keyHash, maxParallelism);
    }

    /** Writes both entries of a timer; returns how many bytes its place in the time index has. */
    int put(TimerEntry entry, TimerWriter writer) throws IOException {
        encode(entry);
        value.reset();
        TimerColumn.writeLookUpValue(out.array(), out.offset(), value);
        writer.put(out, nothing);
        writer.put(lookUp, value);
        return out.length();
    }

    /** Deletes both entries of a timer. */
    void delete(TimerEntry entry, TimerWriter writer) throws IOException {
        encode(entry);
        writer.delete(out);
        writer.delete(lookUp);
    }

    private void encode(TimerEntry entry) {
        out.reset();
        TimerColumn.writeTime(out, keyGroup(entry.keyHash), entry.domain, entry.timestamp, entry.registration);
        out.writeShort(entry.group.id());
        writeKeyAndNamespace(entry.group, entry.key, entry.namespace, out);
        lookUp.reset();
        TimerColumn.writeLookUpKey(out.array(), out.offset(), out.length(), lookUp);
    }

    private void writeKeyAndNamespace(TimerGroup group, Object timerKey, Object namespace, BinaryWriter to) {
        key.reset();
        keySerializer.serialize(timerKey, key);
        to.writeVarInt(key.length());
        to.writeBytes(key.array(), key.offset(), key.length());
        namespaceSerializer.apply(group).serialize(namespace, to);
    }

    /** The key under which the look-up index has a timer, in a writer that is valid until the next call. */
    BinaryWriter lookUpKey(
            TimerDomain domain, TimerGroup group, Object timerKey, int keyHash, Object namespace, long timestamp) {
        lookUp.reset();
        TimerColumn.writeLookUpPrefix(lookUp, keyGroup(keyHash), group.id());
        writeKeyAndNamespace(group, timerKey, namespace, lookUp);
        TimerColumn.writeLookUpEnd(lookUp, domain, timestamp);
        return lookUp;
    }

    /** Makes a timer of an entry of the time index. */
    TimerEntry decode(byte[] time, TimerGroup group) {
        in.wrap(time, TimerColumn.GROUP_AT, time.length - TimerColumn.GROUP_AT);
        in.readShort();
        in.readVarInt();
        Object timerKey = keySerializer.deserialize(in);
        Object namespace = namespaceSerializer.apply(group).deserialize(in);
        TimerDomain domain = TimerColumn.domainOf(time);
        long timestamp = TimerColumn.timestampOf(time);
        int keyHash = keySerializer.hash(timerKey);
        int hash = group.hash(domain, keyHash, namespace, timestamp);
        return new TimerEntry(
                domain, group, timerKey, keyHash, namespace, timestamp, TimerColumn.registrationOf(time), hash);
    }

    /** By the bytes of the key, then of the namespace, then by group: an order that any subtask would give. */
    int compareKeys(TimerEntry a, TimerEntry b) {
        int byBytes = Arrays.compareUnsigned(keyAndNamespace(a), keyAndNamespace(b));
        return byBytes != 0 ? byBytes : Integer.compare(a.group.id(), b.group.id());
    }

    private byte[] keyAndNamespace(TimerEntry entry) {
        out.reset();
        writeKeyAndNamespace(entry.group, entry.key, entry.namespace, out);
        return out.toByteArray();
    }
}
