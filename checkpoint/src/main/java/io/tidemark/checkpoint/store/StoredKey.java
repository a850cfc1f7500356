package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.CorruptDataException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of a key of the state column family.
 *
 * @param key the bytes of the key itself
 * @param subKey the bytes of the namespace or of the map key; null for states without
 * @param elementNumber of an element of a list; 0 for other states
 */
public record StoredKey(int keyGroup, byte[] key, byte[] subKey, long elementNumber) {
    private static final Map<String, StateKind> KINDS =
            Stream.of(StateKind.values()).collect(Collectors.toMap(StateKind::storedName, kind -> kind));

    /** The kinds of keyed state, by the names they are stored under. */
    public static List<String> knownKinds() {
        return KINDS.keySet().stream().filter(StoredKey::isKnown).sorted().toList();
    }

    /** Whether this release knows how states of a kind are stored. */
    public static boolean isKnown(String kind) {
        return KINDS.containsKey(kind) && KINDS.get(kind) != StateKind.TIMERS;
    }

    /**
     * Takes a stored key apart.
     *
     * @param kind of the state, by the name it is stored under; a known one
     * @throws CorruptDataException when the bytes are not those of a key
     */
    public static StoredKey of(String kind, byte[] stored) {
        BinaryReader in = new BinaryReader(stored);
        int keyGroup = in.readShort() & 0xFFFF;
        in.readShort();
        return switch (KINDS.get(kind)) {
            case VALUE, REDUCING, AGGREGATING -> new StoredKey(keyGroup, rest(in), null, 0);
            case LIST -> {
                byte[] key = part(in);
                yield new StoredKey(keyGroup, key, null, in.readLong());
            }
            case MAP -> {
                byte[] key = part(in);
                yield new StoredKey(keyGroup, key, rest(in), 0);
            }
            case NAMESPACED -> {
                byte[] namespace = part(in);
                yield new StoredKey(keyGroup, rest(in), namespace, 0);
            }
            case TIMERS -> throw new IllegalArgumentException("timers are not in the state column family");
        };
    }

    private static byte[] part(BinaryReader in) {
        return bytes(in, in.readCount(1, "bytes of a part of a key"));
    }

    private static byte[] rest(BinaryReader in) {
        return bytes(in, in.remaining());
    }

    private static byte[] bytes(BinaryReader in, int length) {
        byte[] bytes = new byte[length];
        in.readBytes(bytes, 0, length);
        return bytes;
    }
}
