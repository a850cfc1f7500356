package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.NumberKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The changed entries of a table whose keys and values are numbers, in the order of the database. Each entry is looked at once, in
 * the order in which entries were changed, and its numbers are taken out of it: what is sorted and then written stands side by
 * side, where entries would be waited for one by one. Used by one thread.
 *
 * @see WriteOrder for all other tables
 */
final class NumberOrder {
    /** Of more entries the copies of their numbers would be a burden for the heap. */
    static final int MAX_ENTRIES = 1 << 22;

    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = Long.SIZE / DIGIT_BITS;
    private static final int VALUES_OF_A_DIGIT = 1 << DIGIT_BITS;

    private final KeyGroupRange keyGroups;
    /** Where each key group ends. */
    private final int[] ends;
    /** Keys as {@link NumberKind#inOrder} has them, and the value of each. */
    private long[] keys;

    private long[] values;
    private int size;
    // What the numbers of one key group are moved to and back from.
    private long[] otherKeys;
    private long[] otherValues;
    /** The entries that have no value. */
    private final List<Entry> absent = new ArrayList<>();

    private NumberOrder(KeyGroupRange keyGroups) {
        this.keyGroups = keyGroups;
        this.ends = new int[keyGroups.count()];
    }

    /** Whether the keys and values of a table are numbers, and the table is the only one of its state. */
    static boolean isFor(DirtyEntries entries) {
        StateDefinition state = entries.table.state;
        return state.onlyTable() != null
                && state.innerNumber() != null
                && state.task().values() instanceof NumberValues
                && entries.size() <= MAX_ENTRIES;
    }

    /**
     * Takes the numbers out of the entries that have to be written.
     *
     * @param lastEpoch the last one that was frozen, see {@link DirtyEntries#isCurrent}
     * @param epoch that of the snapshot whose numbers are wanted, see {@link NumberCell#asOf}
     */
    static NumberOrder of(
            DirtyEntries entries, int lastEpoch, int epoch, KeyGroupRange keyGroups, StateKeyFormat format) {
        NumberOrder order = new NumberOrder(keyGroups);
        order.sortByKeyGroup(order.read(entries, lastEpoch, epoch, format));
        int from = 0;
        for (int end : order.ends) {
            order.sortByKey(from, end);
            from = end;
        }
        order.otherKeys = null;
        order.otherValues = null;
        return order;
    }

    int size() {
        return size;
    }

    /** Where the entries of a key group of the store end, which begin where those of the one before end. */
    int end(int keyGroup) {
        return ends[keyGroup - keyGroups.first()];
    }

    /** A key, as {@link NumberKind#inOrder} has it. */
    long key(int index) {
        return keys[index];
    }

    long value(int index) {
        return values[index];
    }

    List<Entry> absent() {
        return absent;
    }

    /** Reads keys and values, and counts those of each key group; returns the key group of each, counted from the first. */
    private char[] read(DirtyEntries entries, int lastEpoch, int epoch, StateKeyFormat format) {
        StateTable table = entries.table;
        NumberKind kind = table.state.innerNumber();
        keys = new long[entries.size()];
        values = new long[entries.size()];
        char[] groups = new char[entries.size()];
        Entry[] next = new Entry[EntryTouch.ENTRIES];
        EntryTouch touch = new EntryTouch();
        int count = 0;
        for (int from = 0; from < entries.size(); from += next.length) {
            int some = Math.min(next.length, entries.size() - from);
            for (int i = 0; i < some; i++) {
                next[i] = entries.get(from + i);
            }
            touch.of(next, 0, some);
            for (int i = 0; i < some; i++) {
                Entry entry = next[i];
                if (!entries.isCurrent(entry, lastEpoch)) {
                    continue;
                }
                if (!(entry.value instanceof NumberCell number)) {
                    absent.add(entry);
                    continue;
                }
                int group = format.keyGroup(table, entry.hash) - keyGroups.first();
                ends[group]++;
                groups[count] = (char) group;
                keys[count] = kind.inOrder(((NumberEntry) entry).keyBits);
                values[count++] = number.asOf(epoch);
            }
        }
        size = count;
        return groups;
    }

    /** In place: what is copied once more would be a burden again. */
    private void sortByKeyGroup(char[] groups) {
        int[] next = new int[ends.length];
        int sum = 0;
        int largest = 0;
        for (int group = 0; group < ends.length; group++) {
            int size = ends[group];
            next[group] = sum;
            sum += size;
            ends[group] = sum;
            largest = Math.max(largest, size);
        }
        for (int group = 0; group < ends.length; group++) {
            while (next[group] < ends[group]) {
                int at = next[group];
                int own = groups[at];
                if (own == group) {
                    next[group]++;
                } else {
                    swap(groups, at, next[own]++);
                }
            }
        }
        otherKeys = new long[largest];
        otherValues = new long[largest];
    }

    private void swap(char[] groups, int a, int b) {
        char group = groups[a];
        groups[a] = groups[b];
        groups[b] = group;
        long key = keys[a];
        keys[a] = keys[b];
        keys[b] = key;
        long value = values[a];
        values[a] = values[b];
        values[b] = value;
    }

    private void sortByKey(int from, int end) {
        if (end - from < 2) {
            return;
        }
        long first = keys[from];
        long differing = 0;
        for (int i = from; i < end; i++) {
            differing |= keys[i] ^ first;
        }
        for (int digit = 0; digit < DIGITS; digit++) {
            if (digitOf(differing, digit) != 0) {
                sortByDigit(from, end, digit);
            }
        }
    }

    /** Keeps the order of those whose digit is the same. */
    private void sortByDigit(int from, int end, int digit) {
        int[] places = new int[VALUES_OF_A_DIGIT];
        for (int i = from; i < end; i++) {
            places[digitOf(keys[i], digit)]++;
        }
        int sum = 0;
        for (int value = 0; value < VALUES_OF_A_DIGIT; value++) {
            int size = places[value];
            places[value] = sum;
            sum += size;
        }
        for (int i = from; i < end; i++) {
            int to = places[digitOf(keys[i], digit)]++;
            otherKeys[to] = keys[i];
            otherValues[to] = values[i];
        }
        System.arraycopy(otherKeys, 0, keys, from, end - from);
        System.arraycopy(otherValues, 0, values, from, end - from);
    }

    private static int digitOf(long key, int digit) {
        return (int) (key >>> (digit * DIGIT_BITS)) & (VALUES_OF_A_DIGIT - 1);
    }
}
