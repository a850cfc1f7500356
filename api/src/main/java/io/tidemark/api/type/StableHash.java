package io.tidemark.api.type;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hashing that serializers share. Hashes decide which subtask owns a key and are part of the persistent format, so
 * these functions never change: they are those of MurmurHash3 (32 bit).
 */
public final class StableHash {
    /** What {@link #combine} starts from. */
    public static final int SEED = 1;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private StableHash() {}

    /** The hash of a sequence, from that of its elements before the last one and that of the last one. */
    public static int combine(int hash, int next) {
        return Integer.rotateLeft(hash ^ scramble(next), 13) * 5 + 0xE6546B64;
    }

    /** The hash of bytes. */
    public static int ofBytes(byte[] array, int offset, int length) {
        int hash = SEED;
        int end = offset + length;
        int at = offset;
        for (; at <= end - Integer.BYTES; at += Integer.BYTES) {
            hash = combine(hash, (int) INT.get(array, at));
        }
        int tail = 0;
        for (int i = end - 1; i >= at; i--) {
            tail = (tail << 8) | (array[i] & 0xFF);
        }
        return finish(hash ^ scramble(tail) ^ length);
    }

    /** Spreads every bit of a hash over all of them. It is one to one: different hashes stay different. */
    public static int finish(int hash) {
        int h = hash;
        h = (h ^ (h >>> 16)) * 0x85EBCA6B;
        h = (h ^ (h >>> 13)) * 0xC2B2AE35;
        return h ^ (h >>> 16);
    }

    private static int scramble(int value) {
        return Integer.rotateLeft(value * 0xCC9E2D51, 15) * 0x1B873593;
    }
}
