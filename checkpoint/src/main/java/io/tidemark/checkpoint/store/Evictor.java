package io.tidemark.checkpoint.store;

/**
 * Takes entries out of the cache when the worker's budget is exceeded: a clock hand goes round over all entries, those used
 * since it last came by stay, clean ones go, and dirty ones are written and go when there are too few clean ones. A call does
 * a bounded bit of it. Used by the task's thread.
 */
final class Evictor {
    /** What a call left. */
    enum Outcome {
        /** The store has given what it has to, or as much as one call takes. */
        DONE,
        /** The hand has to go further. */
        UNDER_WAY,
        /** The hand went round and round, and nothing could go. */
        STUCK
    }

    /** How far below the limit to go, so that not every record brings the evictor back. */
    private static final long HEADROOM_BYTES = 256 << 10;
    /** The most that a call frees. */
    private static final long MAX_BYTES = 1 << 20;
    /** The most slots that a call looks at. */
    private static final int MAX_VISITS = 8192;
    /** How many slots a call looks at for clean entries before it writes dirty ones. */
    private static final int CLEAN_ONLY_VISITS = 512;

    private static final int SLOTS_PER_STEP = 64;
    /** After so many rounds every mark is gone, and what is still there cannot go. */
    private static final int FRUITLESS_ROUNDS = 3;
    /** Empty tables of a namespaced state are kept up to this number: they tell that new namespaces are not stored. */
    private static final int MAX_EMPTY_TABLES = 4096;

    private final StateCache cache;
    private final CacheBudget.Share share;
    private final long limitBytes;
    private final SnapshotContext context;
    private final StateWriter writer;
    /** Index of the state where the hand is; tables and slots keep the rest. */
    private int state;
    /** How often the hand came to the first state since an entry went, and how many slots it passed. */
    private int fruitlessRounds;

    private long fruitlessVisits;
    private long pause;
    private int visits;
    private DatabaseBatch batch;

    Evictor(StateCache cache, CacheBudget.Share share, long limitBytes, SnapshotContext context, StateWriter writer) {
        this.cache = cache;
        this.share = share;
        this.limitBytes = limitBytes;
        this.context = context;
        this.writer = writer;
    }

    /**
     * Makes room.
     *
     * @param mayWrite whether the database may be written to
     */
    Outcome evict(boolean mayWrite) {
        long over = share.excessBytes() + Math.min(HEADROOM_BYTES, limitBytes / 16);
        long spare = Math.min(cache.usedBytes() - share.guaranteedBytes(), cache.entryBytes());
        long wanted = Math.min(MAX_BYTES, Math.min(over, spare));
        if (wanted <= 0) {
            return Outcome.DONE;
        }
        long target = cache.usedBytes() - wanted;
        visits = 0;
        cache.invalidateLookups();
        try {
            while (cache.usedBytes() > target && visits < MAX_VISITS && fruitlessRounds < FRUITLESS_ROUNDS) {
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
        if (cache.usedBytes() <= target) {
            return Outcome.DONE;
        }
        if (fruitlessRounds < FRUITLESS_ROUNDS) {
            return Outcome.UNDER_WAY;
        }
        pause = fruitlessVisits;
        fruitlessRounds = 0;
        fruitlessVisits = 0;
        return Outcome.STUCK;
    }

    /** After being stuck: how many keys to let by before trying again, so that trying costs little a key. */
    long pause() {
        return pause;
    }

    private void advance(boolean mayWrite) {
        if (state >= cache.states().size()) {
            state = 0;
            fruitlessRounds++;
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

    /** Goes over some tables of a state; returns whether the last one was reached. */
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
                visit();
            }
        }
        if (definition.hand >= tables.capacity()) {
            definition.hand = 0;
            return true;
        }
        return false;
    }

    private void visit() {
        visits++;
        fruitlessVisits++;
    }

    /** Goes over some slots of a table; returns whether its end was reached. */
    private boolean sweep(StateTable table, boolean mayWrite) {
        HashIndex<Entry> entries = table.entries();
        if (table.walkers > 0) {
            return true;
        }
        int end = Math.min(entries.capacity(), table.hand + SLOTS_PER_STEP);
        while (table.hand < end) {
            visit();
            Entry entry = entries.at(table.hand);
            if (entry == null || !mayGo(table, entry, mayWrite)) {
                table.hand++;
            } else {
                // Another entry may have moved into the slot.
                cache.evict(table, table.hand, entry);
                fruitlessRounds = 0;
                fruitlessVisits = 0;
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
        boolean isTimeToWrite = visits > CLEAN_ONLY_VISITS || fruitlessRounds > 0;
        if (!mayWrite || !isTimeToWrite || !cache.isDirty(entry)) {
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
            for (TableDrop drop : cache.takeDrops()) {
                writer.writeDrop(batch, drop);
            }
        }
        writer.write(batch, table, entry);
    }
}
