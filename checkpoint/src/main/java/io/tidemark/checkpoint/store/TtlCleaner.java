package io.tidemark.checkpoint.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes what has had its time out of the cache: a hand goes round over the cached entries of all states that grow old, a few
 * slots every few keys. What only the database has is the matter of {@link TtlDatabaseCleaner}. Used by the task's thread.
 */
final class TtlCleaner {
    private static final int KEYS_PER_VISIT = 16;
    private static final int SLOTS_PER_VISIT = 64;

    private final StateCache cache;
    private final List<Aging> states = new ArrayList<>();
    private int keys;
    /** Where the hand is: in which state, there in which table, and there in which slot. */
    private int state;

    private int tableSlot;
    private int slot;

    /** @param lists the state itself when its values are lists; else null */
    private record Aging(StateDefinition definition, TtlRule rule, CachedListState<?> lists) {}

    TtlCleaner(StateCache cache) {
        this.cache = cache;
    }

    void add(StateDefinition definition, TtlRule rule, CachedListState<?> lists) {
        states.add(new Aging(definition, rule, lists));
    }

    /** As of now, for the thread that writes a snapshot. */
    List<TtlCut> cuts() {
        return states.stream()
                .map(aging -> aging.rule.cut(aging.definition.id()))
                .toList();
    }

    /** The key has changed; nobody holds an entry of another one. */
    void onKey() {
        if (!states.isEmpty() && ++keys % KEYS_PER_VISIT == 0) {
            visit();
        }
    }

    private void visit() {
        for (int visits = 0; visits < SLOTS_PER_VISIT; visits++) {
            Aging aging = states.get(state);
            StateTable table = table(aging.definition);
            if (table == null) {
                if (!nextTable(aging.definition)) {
                    return;
                }
            } else if (slot >= table.entries().capacity()) {
                slot = 0;
                if (!nextTable(aging.definition)) {
                    return;
                }
            } else if (!clean(aging, table)) {
                // When it goes, another entry may have moved into its slot.
                slot++;
            }
        }
    }

    private StateTable table(StateDefinition definition) {
        if (definition.onlyTable() != null) {
            return definition.onlyTable();
        }
        return tableSlot < definition.tables().capacity() ? definition.tables().at(tableSlot) : null;
    }

    /** Goes to the next table; returns false when the hand has come round to another state. */
    private boolean nextTable(StateDefinition definition) {
        slot = 0;
        if (definition.onlyTable() == null && ++tableSlot < definition.tables().capacity()) {
            return true;
        }
        tableSlot = 0;
        state = (state + 1) % states.size();
        return false;
    }

    /** Cleans the entry in the slot; returns whether something went. */
    private boolean clean(Aging aging, StateTable table) {
        Entry entry = table.entries().at(slot);
        if (entry == null) {
            return false;
        }
        if (entry.value instanceof TtlValue value && aging.rule.isOver(value)) {
            cache.delete(table, entry);
            return true;
        }
        if (entry.value instanceof ElementList list && list.size() > 0 && aging.rule.isOver((TtlValue) list.get(0))) {
            aging.lists.removeIf(entry, element -> aging.rule.isOver((TtlValue) element));
            return true;
        }
        return false;
    }
}
