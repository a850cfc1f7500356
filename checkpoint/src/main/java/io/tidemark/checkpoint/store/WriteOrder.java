package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.NumberKind;
import java.util.Arrays;

/**
 * The order in which to write the changed entries of a table: by key group, then by the first bytes of the key, which is
 * that of the database's keys as far as it can be had for little. What is written in order goes to one place of a memtable
 * after the other, and into files that hardly overlap, so that there is less to compact. Used by one thread.
 */
final class WriteOrder {
    private static final int BYTES = Long.BYTES;
    private static final int VALUES_OF_A_BYTE = 1 << Byte.SIZE;

    private final KeyGroupRange keyGroups;
    private final StateKeyFormat keys;
    private final EntryTouch touch = new EntryTouch();
    private final BinaryWriter scratch = new BinaryWriter(64);
    private long[] prefixes = new long[0];
    private long[] otherPrefixes = new long[0];
    private Entry[] otherEntries = new Entry[0];

    WriteOrder(KeyGroupRange keyGroups, StateKeyFormat keys) {
        this.keyGroups = keyGroups;
        this.keys = keys;
    }

    /**
     * The entries that have to be written, in the order in which to write them.
     *
     * @param lastEpoch the last one that was frozen, see {@link DirtyEntries#isCurrent}
     */
    Entry[] of(DirtyEntries entries, int lastEpoch, TypeSerializer<Object> keySerializer) {
        int[] ends = new int[keyGroups.count()];
        Entry[] order = sortByKeyGroup(entries, lastEpoch, ends);
        int from = 0;
        for (int end : ends) {
            sortByKey(entries.table, keySerializer, order, from, end);
            from = end;
        }
        // Its entries are not to be held beyond their time.
        Arrays.fill(otherEntries, null);
        return order;
    }

    /**
     * One look at each entry, since entries are read from memory; after it they are found in the result.
     *
     * @param ends is given where each key group ends
     */
    private Entry[] sortByKeyGroup(DirtyEntries entries, int lastEpoch, int[] ends) {
        Entry[] current = new Entry[entries.size()];
        char[] groups = new char[current.length];
        int count = 0;
        for (int i = 0; i < current.length; i++) {
            Entry entry = entries.get(i);
            if (entries.isCurrent(entry, lastEpoch)) {
                int group = keys.keyGroup(entries.table, entry.hash) - keyGroups.first();
                groups[count] = (char) group;
                current[count++] = entry;
                ends[group]++;
            }
        }
        int sum = 0;
        for (int group = 0; group < ends.length; group++) {
            int size = ends[group];
            ends[group] = sum;
            sum += size;
        }
        Entry[] order = new Entry[count];
        for (int i = 0; i < count; i++) {
            order[ends[groups[i]]++] = current[i];
        }
        return order;
    }

    private void sortByKey(StateTable table, TypeSerializer<Object> keySerializer, Entry[] order, int from, int end) {
        int count = end - from;
        if (count < 2) {
            return;
        }
        if (prefixes.length < count) {
            prefixes = new long[count + count / 4];
            otherPrefixes = new long[prefixes.length];
            otherEntries = new Entry[prefixes.length];
        }
        int[][] counts = new int[BYTES][VALUES_OF_A_BYTE];
        for (int i = 0; i < count; i++) {
            if (i % EntryTouch.ENTRIES == 0) {
                touch.of(order, from + i, end);
            }
            long prefix = prefix(table, order[from + i], keySerializer);
            prefixes[i] = prefix;
            for (int b = 0; b < BYTES; b++) {
                counts[b][byteAt(prefix, b)]++;
            }
        }
        for (int b = 0; b < BYTES; b++) {
            if (counts[b][byteAt(prefixes[0], b)] < count) {
                sortByByte(order, from, count, counts[b], b);
            }
        }
    }

    /** Keeps the order of those whose byte is the same. */
    private void sortByByte(Entry[] order, int from, int count, int[] counts, int byteIndex) {
        int sum = 0;
        for (int value = 0; value < VALUES_OF_A_BYTE; value++) {
            int next = sum + counts[value];
            counts[value] = sum;
            sum = next;
        }
        for (int i = 0; i < count; i++) {
            int to = counts[byteAt(prefixes[i], byteIndex)]++;
            otherPrefixes[to] = prefixes[i];
            otherEntries[to] = order[from + i];
        }
        System.arraycopy(otherEntries, 0, order, from, count);
        long[] sorted = otherPrefixes;
        otherPrefixes = prefixes;
        prefixes = sorted;
    }

    private static int byteAt(long prefix, int index) {
        return (int) (prefix >>> (index * Byte.SIZE)) & 0xFF;
    }

    /** The first bytes of a key, the first one highest. */
    private long prefix(StateTable table, Entry entry, TypeSerializer<Object> keySerializer) {
        if (table.state.innerNumber() == NumberKind.LONG) {
            return ((NumberEntry) entry).keyBits;
        }
        scratch.reset();
        table.writeKey(entry, keySerializer, scratch);
        long prefix = 0;
        int length = Math.min(BYTES, scratch.length());
        for (int i = 0; i < length; i++) {
            prefix |= (scratch.array()[scratch.offset() + i] & 0xFFL) << ((BYTES - 1 - i) * Byte.SIZE);
        }
        return prefix;
    }
}
