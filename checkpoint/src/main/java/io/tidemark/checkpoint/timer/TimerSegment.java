package io.tidemark.checkpoint.timer;

import java.util.Arrays;

/**
 * Timers of one domain side by side in arrays, in the order in which they were added. One that is removed leaves a hole. Of
 * the task's thread; once changes that hold it are frozen it stays as it is, and may be read by another thread.
 */
final class TimerSegment {
    private static final int FIRST_SLOTS = 8;

    final TimerDomain domain;
    long[] timestamps;
    long[] registrations;
    /** Null where there is no timer any more. */
    Object[] keys;

    int[] keyHashes;
    /** Hashes of all that tells a timer from others. */
    int[] hashes;
    /** The epochs of changes in which they were set, or {@link TimerChanges#STORED}. */
    int[] epochs;

    /** Null while no timer has one. */
    private Object[] namespaces;
    /** Of all timers, while {@link #groups} is null. */
    private TimerGroup group;

    private TimerGroup[] groups;

    private final int maxSlots;
    /** How many slots were given, those of holes included. */
    private int used;

    /** The epoch of the changes that hold this; 0 when none do. Kept by {@link TimerChanges}. */
    int changeEpoch;
    /** Where in them. */
    int changeIndex;

    TimerSegment(TimerDomain domain, int slots, int maxSlots) {
        this.domain = domain;
        this.maxSlots = maxSlots;
        timestamps = new long[slots];
        registrations = new long[slots];
        keys = new Object[slots];
        keyHashes = new int[slots];
        hashes = new int[slots];
        epochs = new int[slots];
    }

    /** How many slots to begin with for so many timers and some more. */
    static int slotsFor(int timers, int maxSlots) {
        return Math.min(maxSlots, Math.max(FIRST_SLOTS, Integer.highestOneBit(timers) * 2));
    }

    private TimerSegment(TimerSegment other) {
        domain = other.domain;
        maxSlots = other.maxSlots;
        used = other.used;
        timestamps = other.timestamps.clone();
        registrations = other.registrations.clone();
        keys = other.keys.clone();
        keyHashes = other.keyHashes.clone();
        hashes = other.hashes.clone();
        epochs = other.epochs.clone();
        namespaces = other.namespaces == null ? null : other.namespaces.clone();
        group = other.group;
        groups = other.groups == null ? null : other.groups.clone();
    }

    /** An equal one that no changes hold. */
    TimerSegment copy() {
        return new TimerSegment(this);
    }

    int used() {
        return used;
    }

    int capacity() {
        return keys.length;
    }

    /** Whether there is a smaller size than the one it has. */
    boolean mayShrink() {
        return keys.length > FIRST_SLOTS;
    }

    boolean isHole(int slot) {
        return keys[slot] == null;
    }

    TimerGroup group(int slot) {
        return groups == null ? group : groups[slot];
    }

    Object namespace(int slot) {
        return namespaces == null ? null : namespaces[slot];
    }

    TimerEntry entry(int slot) {
        return new TimerEntry(
                domain,
                group(slot),
                keys[slot],
                keyHashes[slot],
                namespace(slot),
                timestamps[slot],
                registrations[slot],
                hashes[slot]);
    }

    /** Adds a timer; there are fewer than {@code maxSlots}. */
    void add(
            TimerGroup of,
            Object key,
            int keyHash,
            Object namespace,
            long timestamp,
            long registration,
            int hash,
            int epoch) {
        if (used == keys.length) {
            grow();
        }
        int slot = used++;
        timestamps[slot] = timestamp;
        registrations[slot] = registration;
        keys[slot] = key;
        keyHashes[slot] = keyHash;
        hashes[slot] = hash;
        epochs[slot] = epoch;
        if (namespace != null || namespaces != null) {
            setNamespace(slot, namespace);
        }
        if (of != group || groups != null) {
            setGroup(slot, of);
        }
    }

    private void setNamespace(int slot, Object namespace) {
        if (namespaces == null) {
            namespaces = new Object[keys.length];
        }
        namespaces[slot] = namespace;
    }

    private void setGroup(int slot, TimerGroup of) {
        if (slot == 0) {
            group = of;
            return;
        }
        if (groups == null) {
            groups = new TimerGroup[keys.length];
            Arrays.fill(groups, 0, slot, group);
        }
        groups[slot] = of;
    }

    private void grow() {
        int slots = Math.min(maxSlots, used * 2);
        timestamps = Arrays.copyOf(timestamps, slots);
        registrations = Arrays.copyOf(registrations, slots);
        keys = Arrays.copyOf(keys, slots);
        keyHashes = Arrays.copyOf(keyHashes, slots);
        hashes = Arrays.copyOf(hashes, slots);
        epochs = Arrays.copyOf(epochs, slots);
        namespaces = namespaces == null ? null : Arrays.copyOf(namespaces, slots);
        groups = groups == null ? null : Arrays.copyOf(groups, slots);
    }

    void removeAt(int slot) {
        keys[slot] = null;
        if (namespaces != null) {
            namespaces[slot] = null;
        }
    }
}
