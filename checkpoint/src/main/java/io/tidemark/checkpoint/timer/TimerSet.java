package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;

/** Timers by what they are: open addressing, with the hashes beside the slots. */
final class TimerSet {
    private static final int FIRST_CAPACITY = 16;

    private final TypeSerializer<Object> keySerializer;
    private int[] hashes = new int[FIRST_CAPACITY];
    private TimerEntry[] entries = new TimerEntry[FIRST_CAPACITY];
    private int size;

    TimerSet(TypeSerializer<Object> keySerializer) {
        this.keySerializer = keySerializer;
    }

    /** The timer with these properties, or null. */
    TimerEntry find(TimerDomain domain, TimerGroup group, Object key, Object namespace, long timestamp, int hash) {
        int mask = entries.length - 1;
        for (int slot = hash & mask; entries[slot] != null; slot = (slot + 1) & mask) {
            if (hashes[slot] == hash) {
                TimerEntry entry = entries[slot];
                if (entry.timestamp == timestamp
                        && entry.domain == domain
                        && entry.group == group
                        && group.sameNamespace(entry.namespace, namespace)
                        && (entry.key == key || keySerializer.equal(entry.key, key))) {
                    return entry;
                }
            }
        }
        return null;
    }

    /** Adds a timer that is not there. */
    void add(TimerEntry entry) {
        if (++size > entries.length / 2) {
            resize(entries.length * 2);
        }
        insert(entry);
    }

    private void insert(TimerEntry entry) {
        int mask = entries.length - 1;
        int slot = entry.hash & mask;
        while (entries[slot] != null) {
            slot = (slot + 1) & mask;
        }
        entries[slot] = entry;
        hashes[slot] = entry.hash;
    }

    private void resize(int capacity) {
        int[] oldHashes = hashes;
        TimerEntry[] oldEntries = entries;
        hashes = new int[capacity];
        entries = new TimerEntry[capacity];
        int mask = entries.length - 1;
        for (int i = 0; i < oldEntries.length; i++) {
            if (oldEntries[i] != null) {
                int slot = oldHashes[i] & mask;
                while (entries[slot] != null) {
                    slot = (slot + 1) & mask;
                }
                entries[slot] = oldEntries[i];
                hashes[slot] = oldHashes[i];
            }
        }
    }
}
