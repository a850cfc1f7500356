package io.tidemark.checkpoint.store;

import io.tidemark.api.operator.Records;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;
import java.util.List;

/**
 * Looks the entries of records and timers up before their turn comes, some at a time, so that they wait for memory together
 * and not one after the other. Changes nothing; used by the task's thread.
 */
final class LookAhead {
    private static final int RECORDS = EntryTouch.ENTRIES;
    /** A table with fewer entries is in the processor's caches anyway. */
    private static final int MIN_ENTRIES = 4096;
    /** Of how many states. More than that would push each other out. */
    private static final int MAX_STATES = 4;

    private final int[] hashes = new int[RECORDS];
    private final EntryTouch touch = new EntryTouch();

    /** Looks at some records from the first one on; returns the index of the first that was not looked at. */
    int over(List<StateDefinition> states, Records records, int from, int to) {
        int count = Math.min(RECORDS, to - from);
        boolean hasHashes = false;
        for (int i = 0; i < Math.min(MAX_STATES, states.size()); i++) {
            StateTable table = states.get(i).onlyTable();
            if (table != null && isWorthIt(table)) {
                if (!hasHashes) {
                    readHashes(records, from, count);
                    hasHashes = true;
                }
                table.expected().find(hashes, count, touch);
            }
        }
        return from + count;
    }

    /** Looks at some timers that are due; returns after how many to ask again. */
    int overDue(List<StateDefinition> states, TimerQueue timers, TimerDomain domain, long time) {
        int count = 0;
        for (int i = 0; i < Math.min(MAX_STATES, states.size()); i++) {
            StateTable table = states.get(i).expectedTable();
            if (table != null && isWorthIt(table)) {
                count = count == 0 ? timers.dueKeyHashes(domain, time, hashes) : count;
                table.expected().find(hashes, count, touch);
            }
        }
        return count == 0 ? RECORDS : count;
    }

    private void readHashes(Records records, int from, int count) {
        for (int i = 0; i < count; i++) {
            hashes[i] = records.keyHash(from + i);
        }
    }

    /** Looks at the entries of some keys of a table, at {@link EntryTouch#ENTRIES} at most. */
    void over(StateTable table, int[] keyHashes, int keys) {
        if (isWorthIt(table)) {
            table.expected().find(keyHashes, keys, touch);
        }
    }

    private static boolean isWorthIt(StateTable table) {
        return table.entries().size() >= MIN_ENTRIES;
    }
}
