package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.checkpoint.store.StoredKey;
import io.tidemark.checkpoint.timer.StoredTimer;
import java.util.function.Function;

/**
 * Makes entries of stored keys and values.
 *
 * @param state in one of the forms in which it is stored
 * @param keys reads keys, {@code subKeys} map keys or namespaces, {@code values} values or elements
 */
record StateDecoder<K, S, V>(
        StoredState state,
        Function<BinaryReader, K> keys,
        Function<BinaryReader, S> subKeys,
        Function<BinaryReader, V> values) {

    StateEntry<K, S, V> decode(byte[] storedKey, byte[] storedValue) {
        StoredKey parts = StoredKey.of(state.kind(), storedKey);
        return new StateEntry<>(
                whole(keys, parts.key()),
                parts.subKey() == null ? null : whole(subKeys, parts.subKey()),
                value(storedValue));
    }

    private V value(byte[] stored) {
        BinaryReader in = new BinaryReader(stored);
        if (state.hasTimeToLive()) {
            in.readLong();
        }
        if (state.kind().equals("map") && !in.readBoolean()) {
            return null;
        }
        return whole(values, in);
    }

    TimerEntry<K, S> decodeTimer(byte[] stored) {
        StoredTimer timer = StoredTimer.of(stored);
        return new TimerEntry<>(
                timer.domain(), timer.timestamp(), whole(keys, timer.key()), whole(subKeys, timer.namespace()));
    }

    /** For a part that a kind of state does not have. */
    static Function<BinaryReader, Void> none() {
        return in -> null;
    }

    static <T> T whole(Function<BinaryReader, T> reader, byte[] bytes) {
        return whole(reader, new BinaryReader(bytes));
    }

    private static <T> T whole(Function<BinaryReader, T> reader, BinaryReader in) {
        T value = reader.apply(in);
        if (in.remaining() > 0) {
            throw new CorruptDataException(in.position(), in.remaining() + " bytes are left over behind a value");
        }
        return value;
    }
}
