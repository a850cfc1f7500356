package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads entries from the database. Used by the task's thread. */
final class StateReader {
    /** What an element costs beside its bytes, so that tiny ones count too. */
    private static final int ELEMENT_OVERHEAD_BYTES = 16;

    private final StateDatabase database;
    private final KeyGroupRange keyGroups;
    private final StateKeyFormat keys;
    private final BinaryReader value = new BinaryReader();

    StateReader(StateDatabase database, KeyGroupRange keyGroups, int maxParallelism) {
        this.database = database;
        this.keyGroups = keyGroups;
        this.keys = new StateKeyFormat(maxParallelism, StateDefinition::task);
    }

    /** The value of a key, or null. */
    Object read(StateTable table, Object key, int hash) {
        if (!database.get(Column.STATE, keys.entry(table, key, hash), value)) {
            return null;
        }
        return table.state.task().values().read(value);
    }

    /**
     * Reads elements of a list, from a number to before another one, until {@code maxBytes} are read; at least one element
     * when there is any.
     */
    StoredElements elements(StateTable table, Object key, int hash, long from, long below, int maxBytes) {
        List<Object> elements = new ArrayList<>();
        long[] numbers = new long[8];
        long bytes = 0;
        try (DatabaseScan scan = scanElements(table, key, hash, from, below)) {
            for (; scan.isValid() && bytes < maxBytes; scan.next()) {
                byte[] stored = scan.value();
                value.wrap(stored, 0, stored.length);
                if (elements.size() == numbers.length) {
                    numbers = Arrays.copyOf(numbers, numbers.length * 2);
                }
                numbers[elements.size()] = StateKeyFormat.elementNumber(scan.key());
                elements.add(table.state.task().values().read(value));
                bytes += ELEMENT_OVERHEAD_BYTES + stored.length;
            }
            return new StoredElements(elements, Arrays.copyOf(numbers, elements.size()), !scan.isValid());
        }
    }

    /** The numbers of elements of a list before a number, at most so many. */
    long[] elementNumbers(StateTable table, Object key, int hash, long below, int limit) {
        long[] numbers = new long[limit];
        int count = 0;
        try (DatabaseScan scan = scanElements(table, key, hash, 0, below)) {
            for (; scan.isValid() && count < limit; scan.next()) {
                numbers[count++] = StateKeyFormat.elementNumber(scan.key());
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    private DatabaseScan scanElements(StateTable table, Object key, int hash, long from, long below) {
        byte[] first = keys.element(table, key, hash, from).toByteArray();
        byte[] end = below == Long.MAX_VALUE
                ? StateKeyFormat.endOf(keys.listPrefix(table, key, hash))
                : keys.element(table, key, hash, below).toByteArray();
        return database.scan(Column.STATE, first, end);
    }

    /**
     * Reads entries of a table that lies in one key group, until {@code maxBytes} are read; at least one when there is any.
     *
     * @param from the database key to begin with; null for the first
     */
    StoredEntries entries(StateTable table, byte[] from, int maxBytes) {
        List<Object> found = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        int[] hashes = new int[8];
        long bytes = 0;
        byte[] prefix = keys.tablePrefix(table, keys.keyGroup(table, 0));
        StateSerializers serializers = table.state.task();
        try (DatabaseScan scan =
                database.scan(Column.STATE, from == null ? prefix : from, StateKeyFormat.endOf(prefix))) {
            for (; scan.isValid() && bytes < maxBytes; scan.next()) {
                byte[] key = scan.key();
                value.wrap(key, prefix.length, key.length - prefix.length);
                Object innerKey = serializers.inner().deserialize(value);
                if (found.size() == hashes.length) {
                    hashes = Arrays.copyOf(hashes, hashes.length * 2);
                }
                hashes[found.size()] = serializers.inner().hash(innerKey);
                found.add(innerKey);
                byte[] stored = scan.value();
                value.wrap(stored, 0, stored.length);
                values.add(serializers.values().read(value));
                bytes += ELEMENT_OVERHEAD_BYTES + key.length + stored.length;
            }
            return new StoredEntries(found, hashes, values, scan.isValid() ? scan.key() : null);
        }
    }

    /** Walks what the database has of a table. */
    TableScan scan(StateTable table) {
        return new TableScan(database, keys, table, keyGroupsOf(table));
    }

    /** Whether the database has anything of a table. */
    boolean holdsAny(StateTable table) {
        try (TableScan scan = scan(table)) {
            return scan.next();
        }
    }

    KeyGroupRange keyGroupsOf(StateTable table) {
        return keys.keyGroupsOf(table, keyGroups);
    }
}
