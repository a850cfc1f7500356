package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.ValueTooLargeException;

/**
 * Estimates what the entries of one state take of the heap: the bytes of some of them are counted, the others are taken to
 * be as large as those before.
 */
final class EntrySize {
    /** The entry object and its slot. */
    private static final int ENTRY_BYTES = 40 + 16;
    /** The header of a key or value. A key that is a number has none: it is a field of the entry. */
    private static final int HEADER_BYTES = 16;
    /** Objects are larger than their serialized form. */
    private static final int HEAP_BYTES_PER_SERIALIZED_BYTE = 2;

    private static final int SAMPLE_EVERY = 64;
    private static final int SAMPLED_ELEMENTS = 16;
    /** Place and number of a list's element, before they are doubled. */
    private static final int BYTES_PER_ELEMENT = 8;

    /** What one of so many elements of an entry takes. */
    static int perElement(int entryBytes, int elements) {
        return Math.max(16, (entryBytes - ENTRY_BYTES - 2 * HEADER_BYTES) / Math.max(1, elements));
    }

    private final BinaryWriter scratch = new BinaryWriter(128);
    private int typicalBytes = 120;
    private int untilNextSample;

    /** Whether to measure now. Large entries are measured more seldom, since measuring costs in proportion. */
    boolean isDue() {
        return --untilNextSample <= 0;
    }

    int typical() {
        return typicalBytes;
    }

    int measure(StateTable table, Entry entry) {
        scratch.reset();
        StateSerializers serializers = table.state.task();
        boolean isNumber = table.state.innerNumber() != null;
        int fixedBytes = ENTRY_BYTES + HEADER_BYTES + (isNumber ? Long.BYTES : HEADER_BYTES);
        try {
            if (!isNumber) {
                serializers.inner().serialize(entry.key, scratch);
            }
            if (entry.value instanceof ElementList list) {
                return typical(fixedBytes, sampled(list, serializers.values()));
            }
            if (entry.value != null) {
                serializers.values().write(entry.value, scratch);
            }
        } catch (ValueTooLargeException e) {
            // Whoever has to write it says so, with the names of state and key.
            return Integer.MAX_VALUE;
        }
        return typical(fixedBytes, scratch.length());
    }

    /** The serialized bytes of the key, which the scratch holds, and of a list, by some of its elements. */
    private long sampled(ElementList list, ValueFormat elements) {
        int keyBytes = scratch.length();
        int step = Math.max(1, list.size() / SAMPLED_ELEMENTS);
        int sampled = 0;
        for (int i = 0; i < list.size(); i += step, sampled++) {
            elements.write(list.get(i), scratch);
        }
        long sampledBytes = scratch.length() - keyBytes + (long) BYTES_PER_ELEMENT * sampled;
        return keyBytes + (sampled == 0 ? 0 : sampledBytes * list.size() / sampled);
    }

    private int typical(int fixedBytes, long serializedBytes) {
        long bytes = fixedBytes + HEAP_BYTES_PER_SERIALIZED_BYTE * serializedBytes;
        int measured = (int) Math.min(bytes, Integer.MAX_VALUE);
        typicalBytes += (measured - typicalBytes) / 8;
        untilNextSample = Math.max(SAMPLE_EVERY, measured / SAMPLE_EVERY);
        return measured;
    }
}
