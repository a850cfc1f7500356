package io.tidemark.checkpoint.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;

/**
 * The deserialised values of a store, and what of them the database does not know yet. Used by the task's thread only.
 *
 * <p>Time goes in epochs. An entry that was changed is in the {@link StateChanges} of the epoch in which it was changed last.
 * Epochs that nobody has begun to write are open: their entries may be changed on, which brings them into the current
 * epoch. One of an older epoch that is not yet written is frozen: another thread reads it, so a change is made to a new
 * entry that takes its place, and a value that its reader could change is copied before it is handed out. Everything else
 * is as the database has it.
 */
final class StateCache {
    /** The most that a store takes before the others hear of it. */
    private static final long MAX_PUBLISH_BYTES = 32 << 10;
    /** How many reads for nothing a table has per key group before it asks whether the database has anything of it at all. */
    private static final int FRUITLESS_READS_PER_KEY_GROUP = 2;
    /** Up to how many entries a table is dropped entry by entry. */
    private static final int FEW_ENTRIES = 16;

    private static final int FEW_ENTRIES_PER_KEY_GROUP = 2;
    /** How many entries without a value are taken out at a time. */
    private static final int TOMBSTONES_PER_CALL = 4;

    private final CacheBudget.Share share;
    private final long publishBytes;
    private final StateReader reader;
    private final List<StateDefinition> states = new ArrayList<>();
    private final Queue<Tombstones> tombstones = new ArrayDeque<>();

    /** Epochs are this far apart: no changes have the number between two of them. */
    private static final int EPOCH_STEP = 2;

    private StateChanges changes = new StateChanges(1);
    /** Open epochs before the current one, the oldest first. */
    private final Deque<StateChanges> closed = new ArrayDeque<>();
    /** The oldest open epoch. */
    private int openFrom = changes.epoch;
    /** What belongs to this epoch or an earlier one is in the database. */
    private int flushedEpoch;

    private long usedBytes;
    /** The part of it that entries take, which can be evicted. */
    private long entryBytes;

    private long publishedBytes;
    /** Grows whenever what somebody looked up may no longer be what the cache has. */
    private long stamp;

    StateCache(CacheBudget.Share share, long limitBytes, StateReader reader) {
        this.share = share;
        this.publishBytes = Math.min(MAX_PUBLISH_BYTES, limitBytes / 64);
        this.reader = reader;
    }

    void add(StateDefinition state) {
        states.add(state);
    }

    List<StateDefinition> states() {
        return states;
    }

    long usedBytes() {
        return usedBytes;
    }

    long entryBytes() {
        return entryBytes;
    }

    long stamp() {
        return stamp;
    }

    void invalidateLookups() {
        stamp++;
    }

    // Tables

    /** The table of an outer key, or null when there is certainly nothing in it. */
    StateTable findTable(StateDefinition state, Object outerKey, int outerHash) {
        StateTable table = state.tables().find(outerKey, outerHash);
        return table == null && state.incomplete ? addTable(state, outerKey, outerHash) : table;
    }

    /** The table of an outer key, which is made when it is not there. */
    StateTable table(StateDefinition state, Object outerKey, int outerHash) {
        StateTable table = state.tables().find(outerKey, outerHash);
        return table == null ? addTable(state, outerKey, outerHash) : table;
    }

    private StateTable addTable(StateDefinition state, Object outerKey, int outerHash) {
        StateTable table = new StateTable(state, outerKey, outerHash, state.expectedEntries);
        // Never more is made ahead than what a drop has let go.
        state.expectedEntries = 0;
        table.incomplete = state.incomplete;
        state.tables().add(table);
        account(StateTable.BYTES);
        return table;
    }

    /** Removes everything in a table, without going over more than a few entries. */
    void drop(StateTable table) {
        boolean wasStored = table.stored || table.incomplete || table.wasFrozen(openFrom);
        TableDrop drop = wasStored ? new TableDrop(table, storedEntries(table)) : null;
        if (table.state.kind() == StateKind.NAMESPACED) {
            table.state.expectedEntries = table.entries().size();
        }
        forgetOpen(table);
        account(table, -table.bytes);
        table.clear();
        stamp++;
        if (wasStored) {
            table.dropEpoch = changes.epoch;
            changes.drops.add(drop);
        } else {
            detachIfEmpty(table);
        }
    }

    private void forgetOpen(StateTable table) {
        for (DirtyEntries entries = table.dirty; entries != null; entries = entries.earlier) {
            if (entries.epoch >= openFrom) {
                entries.changes.forget(entries);
            }
        }
        table.dirty = null;
    }

    /**
     * The entries of a table that the database may hold, when that can be told and they are few: then deleting them one by
     * one is cheaper than deleting a range in each key group, and much cheaper for those who read there later.
     */
    private List<Entry> storedEntries(StateTable table) {
        int few = Math.max(
                FEW_ENTRIES,
                FEW_ENTRIES_PER_KEY_GROUP * reader.keyGroupsOf(table).count());
        if (table.incomplete || table.entries().size() > few) {
            return null;
        }
        List<Entry> stored = new ArrayList<>();
        for (int slot = 0; slot < table.entries().capacity(); slot++) {
            Entry entry = table.entries().at(slot);
            if (entry != null && mayBeStored(entry)) {
                stored.add(entry);
            }
        }
        return stored;
    }

    /** Takes a table out that says no more than its absence would. */
    void detachIfEmpty(StateTable table) {
        if (!table.incomplete && table.dropEpoch <= flushedEpoch) {
            detachIfWithoutEntries(table);
        }
    }

    /** As {@link #detachIfEmpty}, for a table whose loss makes its state incomplete. */
    void detachIfWithoutEntries(StateTable table) {
        if (table.state.onlyTable() == null
                && !table.detached
                && table.entries().size() == 0
                && table.walkers == 0
                && table.dropEpoch <= flushedEpoch) {
            table.state.incomplete |= table.incomplete;
            table.state.tables().remove(table);
            table.detached = true;
            account(-StateTable.BYTES);
            stamp++;
        }
    }

    // Entries

    /** The entry of a key if it is cached; one without a value says that the key has none. */
    Entry find(StateTable table, Object key, int hash) {
        Entry entry = table.entries().find(key, hash);
        if (entry != null) {
            entry.markReferenced();
        }
        return entry;
    }

    /** As {@link #find(StateTable, Object, int)}, of the current key. */
    Entry find(StateTable table, CurrentKey current) {
        Entry entry = table.find(current);
        if (entry != null) {
            entry.markReferenced();
        }
        return entry;
    }

    /** As {@link #load(StateTable, Object, int)}, of the current key. */
    Entry load(StateTable table, CurrentKey current) {
        Entry entry = find(table, current);
        return entry == null && table.incomplete ? loadStored(table, current.key(), current.hash()) : entry;
    }

    /** The entry of a key, from the cache or the database; null or one without a value when the key has none. */
    Entry load(StateTable table, Object key, int hash) {
        Entry entry = find(table, key, hash);
        return entry == null && table.incomplete ? loadStored(table, key, hash) : entry;
    }

    private Entry loadStored(StateTable table, Object key, int hash) {
        Object value = reader.read(table, key, hash);
        if (value == null) {
            onFruitlessRead(table);
            return null;
        }
        return addStored(table, table.newEntry(key, hash, value));
    }

    /** Adds an entry of what the database has, unless a cursor walks over the table, which must find every entry once. */
    Entry addStored(StateTable table, Entry entry) {
        entry.markStored();
        if (table.walkers == 0) {
            table.entries().add(entry);
            table.live++;
            setBytes(table, entry);
        }
        return entry;
    }

    private void onFruitlessRead(StateTable table) {
        int patience = FRUITLESS_READS_PER_KEY_GROUP * reader.keyGroupsOf(table).count();
        if (table.key != null && ++table.fruitlessReads >= patience) {
            // Asked once: when there is something, it is not asked again.
            table.fruitlessReads = Integer.MIN_VALUE;
            table.incomplete = reader.holdsAny(table);
        }
    }

    /** Brings all that the database has of a table into the cache. No cursor walks over it. */
    void complete(StateTable table, StoredEntries all) {
        for (int i = 0; i < all.size(); i++) {
            Object key = all.keys().get(i);
            if (table.entries().find(key, all.hashes()[i]) == null) {
                addStored(
                        table, table.newEntry(key, all.hashes()[i], all.values().get(i)));
            }
        }
        table.incomplete = false;
        table.stored = true;
    }

    /** An entry equal to the given one whose value may be handed out: it takes its place when it is frozen. */
    Entry readable(StateTable table, Entry entry) {
        if (!isFrozen(entry)
                || entry.value == null
                || !table.state.task().values().isMutable()) {
            return entry;
        }
        return replaceFrozen(table, entry, table.state.task().values().copy(entry.value));
    }

    /** Puts an equal value, which shares nothing that could be changed with a frozen one, in place of an entry's. */
    Entry substitute(StateTable table, Entry entry, Object equal) {
        if (!isFrozen(entry)) {
            entry.value = equal;
            return entry;
        }
        return replaceFrozen(table, entry, equal);
    }

    private Entry replaceFrozen(StateTable table, Entry entry, Object equal) {
        Entry copy = entry.withValue(equal);
        copy.markStored();
        copy.markPrivate();
        copy.dirtyEpoch = entry.dirtyEpoch;
        copy.bytes = entry.bytes;
        table.entries().replace(entry, copy);
        return copy;
    }

    /** Whether the entry as it is belongs to what another thread is writing. */
    boolean isFrozen(Entry entry) {
        return entry.dirtyEpoch < openFrom && entry.dirtyEpoch > flushedEpoch && !entry.isPrivate();
    }

    /** Whether what was frozen in an epoch still has to be written. */
    boolean isUnflushed(int epoch) {
        return epoch > flushedEpoch;
    }

    /** Whether the database may have something of an entry, or what is being written brings it there. */
    boolean mayBeStored(Entry entry) {
        return entry.isStored() || (entry.dirtyEpoch != 0 && entry.dirtyEpoch < openFrom);
    }

    /** Adds the entry of a key that has none; {@code mayBeStored} when the database could have something of it. */
    Entry insert(StateTable table, Entry entry, boolean mayBeStored) {
        table.invalidateWalkers();
        if (mayBeStored) {
            entry.markStored();
        }
        table.entries().add(entry);
        if (entry.value != null) {
            table.live++;
        }
        setBytes(table, entry);
        changes.add(entry, table, openFrom);
        return entry;
    }

    /**
     * Sets the value of an entry; null deletes it.
     *
     * @return the entry of the key from now on
     */
    Entry set(StateTable table, Entry entry, Object value) {
        table.invalidateWalkers();
        table.live += (value == null ? 0 : 1) - (entry.value == null ? 0 : 1);
        Entry target = entry;
        boolean isFrozen = isFrozen(entry);
        if (isFrozen || isReadBySnapshot(entry)) {
            target = entry.withValue(value);
            target.markStored();
            target.bytes = entry.bytes;
            table.entries().replace(entry, target);
            changes.add(target, table, openFrom);
            if (!isFrozen) {
                // Later than all that is being written, and of no changes that will be.
                forgetChange(table, entry, openFrom - 1);
            }
        } else {
            // One that was changed in place is the same still; to store it again would cost the collector a card.
            if (target.value != value) {
                target.value = value;
            }
            markDirty(table, target);
        }
        if (value != null && table.state.entrySize.isDue()) {
            resize(table, target, table.state.entrySize.measure(table, target));
        }
        return target;
    }

    /** The number of an entry, which the caller sets. A frozen one is kept for its snapshot first. */
    NumberCell numberToSet(StateTable table, Entry entry) {
        NumberCell number = (NumberCell) entry.value;
        if (isFrozen(entry)) {
            number.keep(entry.dirtyEpoch);
        }
        table.invalidateWalkers();
        markDirty(table, entry);
        return number;
    }

    /** Whether the entry was changed in place since it was frozen, so that a snapshot still reads it. */
    private boolean isReadBySnapshot(Entry entry) {
        return entry.value instanceof NumberCell number && number.keptEpoch() > flushedEpoch;
    }

    private void markDirty(StateTable table, Entry entry) {
        if (entry.dirtyEpoch != changes.epoch) {
            if (mayBeStored(entry)) {
                entry.markStored();
            }
            entry.clearPrivate();
            changes.add(entry, table, openFrom);
        }
    }

    /** Takes an entry that goes out of the open changes, or makes sure that it is passed over there. */
    private void forgetChange(StateTable table, Entry entry, int newEpoch) {
        if (entry.dirtyEpoch == changes.epoch) {
            changes.remove(entry, table);
        }
        entry.dirtyEpoch = newEpoch;
    }

    /** Deletes what an entry holds; the entry is not to be used afterwards. */
    void delete(StateTable table, Entry entry) {
        stamp++;
        if (mayBeStored(entry)) {
            if (entry.value != null) {
                set(table, entry, null);
            }
        } else {
            table.invalidateWalkers();
            forgetChange(table, entry, 0);
            if (entry.value != null) {
                table.live--;
            }
            table.entries().remove(entry);
            account(table, -entry.bytes);
            detachIfEmpty(table);
        }
    }

    // Size

    private void setBytes(StateTable table, Entry entry) {
        EntrySize size = table.state.entrySize;
        entry.bytes = size.isDue() ? size.measure(table, entry) : size.typical();
        account(table, entry.bytes);
    }

    /** Notes that an entry takes more or less of the heap than it did. */
    void resize(StateTable table, Entry entry, int bytes) {
        account(table, bytes - entry.bytes);
        entry.bytes = bytes;
    }

    private void account(StateTable table, long bytes) {
        table.bytes += bytes;
        entryBytes += bytes;
        account(bytes);
    }

    void account(long bytes) {
        usedBytes += bytes;
        if (Math.abs(usedBytes - publishedBytes) >= publishBytes) {
            publish();
        }
    }

    private void publish() {
        share.add(usedBytes - publishedBytes);
        publishedBytes = usedBytes;
    }

    /** Gives all bytes back to the budget. */
    void close() {
        usedBytes = 0;
        publish();
    }

    // Snapshots and eviction

    /** How many changed entries the current epoch has. */
    int changedEntries() {
        return changes.entries();
    }

    /** How many epochs before the current one are open. */
    int closedEpochs() {
        return closed.size();
    }

    /** Begins another epoch; the one until now stays open. */
    void closeEpoch() {
        closed.add(changes);
        changes = new StateChanges(changes.epoch + EPOCH_STEP);
    }

    /** Freezes the oldest open epoch, which is not the current one. */
    StateChanges freezeOldest() {
        StateChanges oldest = closed.remove();
        openFrom = closed.isEmpty() ? changes.epoch : closed.element().epoch;
        stamp++;
        return oldest;
    }

    /** Ends the epoch; what was changed in it and in open ones before is frozen from now on. The oldest comes first. */
    List<StateChanges> freeze() {
        List<StateChanges> frozen = new ArrayList<>(closed);
        frozen.add(changes);
        closed.clear();
        changes = new StateChanges(changes.epoch + EPOCH_STEP);
        openFrom = changes.epoch;
        stamp++;
        return frozen;
    }

    /** What was changed until the end of an epoch is in the database. */
    void onFlushed(int epoch) {
        flushedEpoch = epoch;
    }

    /** Takes over deletions that are in the database. */
    void add(Tombstones written) {
        if (!written.isEmpty()) {
            tombstones.add(written);
        }
    }

    /** Frozen changes were not, or not all, written: what still holds of them becomes part of the open ones. */
    void takeBack(List<StateChanges> frozen) {
        List<TableDrop> drops = new ArrayList<>();
        for (StateChanges one : frozen) {
            drops.addAll(one.drops);
            for (DirtyEntries entries : one.dirty()) {
                for (int i = 0; i < entries.size(); i++) {
                    takeBack(entries.table, entries.get(i), one.epoch);
                }
            }
        }
        // They are older than anything in an open epoch.
        (closed.isEmpty() ? changes : closed.element()).drops.addAll(0, drops);
        stamp++;
    }

    private void takeBack(StateTable table, Entry frozen, int epoch) {
        // One that was changed again before all was frozen is listed there too.
        boolean isListedLater = frozen.dirtyEpoch != epoch && frozen.dirtyEpoch < openFrom - 1;
        if (!table.detached && !isListedLater) {
            // The frozen entry itself, or a copy of it that was handed out.
            Entry current = table.entries().findSame(frozen);
            if (current != null && current.dirtyEpoch == epoch) {
                markDirty(table, current);
                if (current.value instanceof ElementList list) {
                    list.takeBack();
                }
            } else if (current != null && frozen.value instanceof ElementList list) {
                // It was changed since, but holds only what is new.
                ((ElementList) current.value).takeBack(list);
            }
        }
    }

    boolean hasTombstones() {
        return !tombstones.isEmpty();
    }

    /** Takes a few written deletions out of the cache. */
    void removeTombstones() {
        for (int i = 0; i < TOMBSTONES_PER_CALL && !tombstones.isEmpty(); i++) {
            Tombstones oldest = tombstones.peek();
            removeTombstone(oldest.lastTable(), oldest.lastEntry());
            oldest.removeLast();
            if (oldest.isEmpty()) {
                tombstones.remove();
            }
        }
    }

    private void removeTombstone(StateTable table, Entry entry) {
        if (table.detached || table.walkers > 0) {
            return;
        }
        if (entry != null
                && entry.isAbsent()
                && entry.dirtyEpoch <= flushedEpoch
                && table.entries().findSame(entry) == entry) {
            stamp++;
            table.entries().remove(entry);
            account(table, -entry.bytes);
        }
        detachIfEmpty(table);
    }

    /** Whether an entry can go without being written. */
    boolean isClean(Entry entry) {
        return entry.dirtyEpoch <= flushedEpoch;
    }

    /** Whether an entry can go once it is written. */
    boolean isDirty(Entry entry) {
        return entry.dirtyEpoch >= openFrom;
    }

    /** Takes a clean or just written entry out of a slot; the database has what it holds. */
    void evict(StateTable table, int slot, Entry entry) {
        if (isDirty(entry)) {
            forgetChange(table, entry, 0);
            table.stored = true;
        }
        if (entry.value != null) {
            table.live--;
            table.incomplete = true;
        }
        table.entries().removeAt(slot);
        account(table, -entry.bytes);
    }

    /** Hands over the droppings of all open epochs, which the caller writes now. */
    List<TableDrop> takeDrops() {
        List<TableDrop> drops = new ArrayList<>();
        for (StateChanges open : closed) {
            drops.addAll(open.drops);
            open.drops.clear();
        }
        drops.addAll(changes.drops);
        changes.drops.clear();
        Tombstones written = new Tombstones();
        for (TableDrop drop : drops) {
            drop.table().dropEpoch = 0;
            written.add(drop.table(), null);
        }
        add(written);
        return drops;
    }
}
