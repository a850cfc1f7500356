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

    /** Gives memory back that so few timers do not need. */
    void trim() {
        if (size < entries.length / 16) {
            resize(Math.max(FIRST_CAPACITY, Integer.highestOneBit(size) * 4));
        }
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

    /** Takes a timer out that is there. */
    void remove(TimerEntry entry) {
        int mask = entries.length - 1;
        int slot = entry.hash & mask;
        while (entries[slot] != entry) {
            slot = (slot + 1) & mask;
        }
        size--;
        // Moves back what stood behind the hole because its own place was taken.
        int hole = slot;
        for (int next = (hole + 1) & mask; entries[next] != null; next = (next + 1) & mask) {
            int distance = (next - hashes[next]) & mask;
            if (distance >= ((next - hole) & mask)) {
                entries[hole] = entries[next];
                hashes[hole] = hashes[next];
                hole = next;
            }
        }
        entries[hole] = null;
    }
}
