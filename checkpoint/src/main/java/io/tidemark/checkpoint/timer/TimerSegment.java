package io.tidemark.checkpoint.timer;

import java.util.Arrays;

/**
 * Timers of one domain side by side in arrays, in the order in which they were added. One that is removed leaves a hole. Of
 * the task's thread; once changes that hold it are frozen it stays as it is, and may be read by another thread.
 */
final class TimerSegment {
    private static final int FIRST_SLOTS = 8;

    private static final int REGISTRATION = 1;
    private static final int TIME_NUMBERS = 2;

    private static final int HASH = 1;
    private static final int EPOCH = 2;
    private static final int NUMBERS = 3;

    final TimerDomain domain;
    /** Of each slot timestamp and registration number. */
    private long[] times;
    /** Of each slot the hash of the key, the hash of all that tells a timer from others, and the epoch. */
    private int[] numbers;
    /** Null where there is no timer any more. */
    private Object[] keys;

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
        times = new long[slots * TIME_NUMBERS];
        numbers = new int[slots * NUMBERS];
        keys = new Object[slots];
    }

    /** How many slots to begin with for so many timers and some more. */
    static int slotsFor(int timers, int maxSlots) {
        return Math.min(maxSlots, Math.max(FIRST_SLOTS, Integer.highestOneBit(timers) * 2));
    }

    private TimerSegment(TimerSegment other) {
        domain = other.domain;
        maxSlots = other.maxSlots;
        used = other.used;
        times = other.times.clone();
        numbers = other.numbers.clone();
        keys = other.keys.clone();
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

    long timestamp(int slot) {
        return times[slot * TIME_NUMBERS];
    }

    /** Orders timers of equal timestamp. */
    long registration(int slot) {
        return times[slot * TIME_NUMBERS + REGISTRATION];
    }

    Object key(int slot) {
        return keys[slot];
    }

    int keyHash(int slot) {
        return numbers[slot * NUMBERS];
    }

    /** Of all that tells a timer from others. */
    int hash(int slot) {
        return numbers[slot * NUMBERS + HASH];
    }

    /** The epoch of changes in which a timer was set, or {@link TimerChanges#STORED}. */
    int epoch(int slot) {
        return numbers[slot * NUMBERS + EPOCH];
    }

    void setEpoch(int slot, int epoch) {
        numbers[slot * NUMBERS + EPOCH] = epoch;
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
                key(slot),
                keyHash(slot),
                namespace(slot),
                timestamp(slot),
                registration(slot),
                hash(slot));
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
        times[slot * TIME_NUMBERS] = timestamp;
        times[slot * TIME_NUMBERS + REGISTRATION] = registration;
        numbers[slot * NUMBERS] = keyHash;
        numbers[slot * NUMBERS + HASH] = hash;
        numbers[slot * NUMBERS + EPOCH] = epoch;
        keys[slot] = key;
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
        times = Arrays.copyOf(times, slots * TIME_NUMBERS);
        numbers = Arrays.copyOf(numbers, slots * NUMBERS);
        keys = Arrays.copyOf(keys, slots);
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
