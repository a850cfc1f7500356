package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.CorruptDataException;

/**
 * The parts of a timer as it is stored.
 *
 * @param registration the number by which timers of equal timestamp are ordered
 * @param group the number by which the snapshot knows its group
 * @param key the bytes of the key itself
 * @param namespace the bytes of the namespace
 */
public record StoredTimer(
        int keyGroup, TimerDomain domain, long timestamp, long registration, int group, byte[] key, byte[] namespace) {
    /**
     * Takes an entry of the time index apart, see {@link TimerColumn}.
     *
     * @throws CorruptDataException when the bytes are not those of a timer
     */
    public static StoredTimer of(byte[] stored) {
        BinaryReader in = new BinaryReader(stored);
        int keyGroup = in.readShort() & 0xFFFF;
        int domain = in.readByte();
        if (domain < 0 || domain >= TimerDomain.count()) {
            throw new CorruptDataException(2, "no timers are of domain " + domain);
        }
        long timestamp = in.readLong() ^ Long.MIN_VALUE;
        long registration = in.readLong();
        int group = in.readShort() & 0xFFFF;
        byte[] key = new byte[in.readCount(1, "bytes of a key")];
        in.readBytes(key, 0, key.length);
        byte[] namespace = new byte[in.remaining()];
        in.readBytes(namespace, 0, namespace.length);
        return new StoredTimer(keyGroup, TimerDomain.of(domain), timestamp, registration, group, key, namespace);
    }
}
