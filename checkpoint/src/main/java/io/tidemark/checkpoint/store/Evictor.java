package io.tidemark.checkpoint.store;

/**
 * Takes entries out of the cache when the worker's budget is exceeded: a clock hand goes round over all entries, those used
 * since it last came by stay, clean ones go, and dirty ones are written and go when it comes by again. Used by the task's
 * thread.
 */
final class Evictor {
    /** How far below the limit to go, so that not every record brings the evictor back. */
    private static final long STEP_BYTES = 256 << 10;

    private static final int SLOTS_PER_STEP = 64;
    /** After so many rounds everything was seen without its mark. */
    private static final int ROUNDS = 3;
    /** Empty tables of a namespaced state are kept up to this number: they tell that new namespaces are not stored. */
    private static final int MAX_EMPTY_TABLES = 4096;

    private final StateCache cache;
    private final CacheBudget budget;
    private final SnapshotContext context;
    private final StateWriter writer;
    private int state;
    private int rounds;
    private long visits;
    private DatabaseBatch batch;

    Evictor(StateCache cache, CacheBudget budget, SnapshotContext context, StateWriter writer) {
        this.cache = cache;
        this.budget = budget;
        this.context = context;
        this.writer = writer;
    }

    /**
     * Makes room.
     *
     * @param mayWrite whether the database may be written to
     * @return whether the store has given what it has to
     */
    boolean evict(boolean mayWrite) {
        long step = Math.min(STEP_BYTES, budget.limitBytes() / 16);
        long over = budget.usedBytes() - budget.limitBytes() + step;
        long spare = Math.min(cache.usedBytes() - budget.guaranteedBytes(), cache.entryBytes());
        long wanted = Math.min(over, spare);
        if (wanted <= 0) {
            return true;
        }
        long target = cache.usedBytes() - wanted;
        rounds = 0;
        visits = 0;
        cache.invalidateLookups();
        try {
            while (cache.usedBytes() > target && rounds < ROUNDS) {
                advance(mayWrite);
            }
            if (batch != null) {
                batch.write();
            }
        } finally {
            if (batch != null) {
                batch.close();
                batch = null;
            }
        }
        return cache.usedBytes() <= target;
    }

    /** How many slots the last call looked at, about. */
    long lastVisits() {
        return visits;
    }

    private void advance(boolean mayWrite) {
        if (state >= cache.states().size()) {
            state = 0;
            rounds++;
        }
        StateDefinition definition = cache.states().get(state);
        if (definition.onlyTable() != null) {
            if (sweep(definition.onlyTable(), mayWrite)) {
                state++;
            }
        } else if (advanceTables(definition, mayWrite)) {
            state++;
        }
    }

    /** Returns whether all tables of the state have been seen. */
    private boolean advanceTables(StateDefinition definition, boolean mayWrite) {
        HashIndex<StateTable> tables = definition.tables();
        int end = Math.min(tables.capacity(), definition.hand + SLOTS_PER_STEP);
        while (definition.hand < end) {
            StateTable table = tables.at(definition.hand);
            if (table != null) {
                if (!sweep(table, mayWrite)) {
                    return false;
                }
                if (definition.isGroupedByOuterKey() || tables.size() > MAX_EMPTY_TABLES) {
                    cache.detachIfWithoutEntries(table);
                }
            }
            // Another table may have moved into the place of a detached one.
            if (table == null || !table.detached) {
                definition.hand++;
            }
        }
        if (definition.hand >= tables.capacity()) {
            definition.hand = 0;
            return true;
        }
        return false;
    }

    /** Goes over some slots of a table; returns whether its end was reached. */
    private boolean sweep(StateTable table, boolean mayWrite) {
        HashIndex<Entry> entries = table.entries();
        if (table.walkers > 0) {
            return true;
        }
        int end = Math.min(entries.capacity(), table.hand + SLOTS_PER_STEP);
        while (table.hand < end) {
            visits++;
            Entry entry = entries.at(table.hand);
            if (entry == null || !mayGo(table, entry, mayWrite)) {
                table.hand++;
            } else {
                // Another entry may have moved into the slot.
                cache.evict(table, table.hand, entry);
            }
        }
        if (table.hand >= entries.capacity()) {
            table.hand = 0;
            return true;
        }
        return false;
    }

    private boolean mayGo(StateTable table, Entry entry, boolean mayWrite) {
        if (entry.isReferenced()) {
            entry.clearReferenced();
            return false;
        }
        if (cache.isClean(entry)) {
            return true;
        }
        if (rounds == 0 || !mayWrite || !cache.isDirty(entry)) {
            return false;
        }
        write(table, entry);
        return true;
    }

    private void write(StateTable table, Entry entry) {
        if (batch == null) {
            context.onWrite();
            batch = context.database().batch();
            // What was dropped goes first, or it would take with it what is written now.
            for (StateTable dropped : cache.takeDrops()) {
                writer.writeDrop(batch, dropped);
            }
        }
        writer.write(batch, table, entry);
    }
}
