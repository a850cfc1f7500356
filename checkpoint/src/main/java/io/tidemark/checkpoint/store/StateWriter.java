package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.ValueTooLargeException;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.function.Function;

/** Writes entries and droppings to the database. Used by one thread. */
final class StateWriter {
    private final KeyGroupRange keyGroups;
    private final Function<StateDefinition, StateSerializers> side;
    private final StateKeyFormat keys;
    private final WriteOrder order;
    private final BinaryWriter value = new BinaryWriter(256);
    /** The epoch whose numbers are written. */
    private int epoch = NumberCell.NOW;

    /** @param side which serializers of a state belong to the thread */
    StateWriter(KeyGroupRange keyGroups, int maxParallelism, Function<StateDefinition, StateSerializers> side) {
        this.keyGroups = keyGroups;
        this.side = side;
        this.keys = new StateKeyFormat(maxParallelism, side);
        this.order = new WriteOrder(keyGroups, keys);
    }

    /** What is written from now on is what was frozen with an epoch. */
    void writeAsOf(int frozenEpoch) {
        epoch = frozenEpoch;
    }

    /** The entries that have to be written, in the order in which it is best to write them. */
    Entry[] orderOf(DirtyEntries entries, int lastEpoch) {
        return order.of(entries, lastEpoch, side.apply(entries.table.state).inner());
    }

    /** The same of a table whose keys and values are numbers, with the numbers; see {@link NumberOrder#isFor}. */
    NumberOrder numbersOf(DirtyEntries entries, int lastEpoch) {
        return NumberOrder.of(entries, lastEpoch, epoch, keyGroups, keys);
    }

    /**
     * Writes an entry of two numbers, by its place in their order.
     *
     * @param files null for none; then, and when it has no place there, it goes to the batch
     */
    void write(DatabaseBatch batch, SortedFiles files, StateTable table, int keyGroup, NumberOrder numbers, int index) {
        BinaryWriter key = keys.entry(table, keyGroup, numbers.key(index));
        value.reset();
        ((NumberValues) side.apply(table.state).values()).write(numbers.value(index), value);
        if (files != null && files.isBehind(key)) {
            files.put(key, value);
        } else {
            batch.put(Column.STATE, key, value);
        }
    }

    void write(DatabaseBatch batch, StateTable table, Entry entry) {
        if (entry.value instanceof ElementList list) {
            writeElements(batch, table, entry, list);
            return;
        }
        BinaryWriter key = keys.entry(table, entry);
        if (entry.value == null) {
            batch.delete(Column.STATE, key);
            return;
        }
        encode(table, entry, entry.value);
        batch.put(Column.STATE, key, value);
    }

    /**
     * Appends an entry to files that are written in the order of their keys.
     *
     * @return false when it has no place there and nothing was done
     */
    boolean append(SortedFiles files, StateTable table, Entry entry) {
        if (entry.value == null || entry.value instanceof ElementList) {
            return false;
        }
        BinaryWriter key = keys.entry(table, entry);
        if (!files.isBehind(key)) {
            return false;
        }
        encode(table, entry, entry.value);
        files.put(key, value);
        return true;
    }

    private void encode(StateTable table, Entry entry, Object of) {
        value.reset();
        try {
            ValueFormat format = side.apply(table.state).values();
            if (of instanceof NumberCell number) {
                ((NumberValues) format).write(number.asOf(epoch), value);
            } else {
                format.write(of, value);
            }
        } catch (ValueTooLargeException e) {
            Object owner = table.state.isGroupedByOuterKey() ? table.key : table.keyOf(entry);
            throw new StateTooLargeException(table.state.name(), owner, e);
        }
    }

    /** Writes what the database does not know of a list. */
    private void writeElements(DatabaseBatch batch, StateTable table, Entry entry, ElementList list) {
        Object key = table.keyOf(entry);
        if (list.deletesAll()) {
            byte[] prefix = keys.listPrefix(table, key, entry.hash);
            batch.deleteRange(Column.STATE, prefix, StateKeyFormat.endOf(prefix));
        }
        for (long number : list.deleted()) {
            batch.delete(Column.STATE, keys.element(table, key, entry.hash, number));
        }
        for (int i = list.unstoredFrom(); i < list.size(); i++) {
            encode(table, entry, list.get(i));
            batch.put(Column.STATE, keys.element(table, key, entry.hash, list.number(i)), value);
        }
    }

    /** Removes what the database had of a table. */
    void writeDrop(DatabaseBatch batch, TableDrop drop) {
        StateTable table = drop.table();
        if (drop.stored() != null) {
            for (Entry entry : drop.stored()) {
                batch.delete(Column.STATE, keys.entry(table, entry));
            }
            return;
        }
        KeyGroupRange groups = keys.keyGroupsOf(table, keyGroups);
        for (int group = groups.first(); group <= groups.last(); group++) {
            byte[] prefix = keys.tablePrefix(table, group);
            batch.deleteRange(Column.STATE, prefix, StateKeyFormat.endOf(prefix));
        }
    }
}
