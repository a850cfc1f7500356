package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.NumberKind;
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

    /** Instead of an epoch, where there is no timer any more. */
    private static final int HOLE = -1;

    final TimerDomain domain;
    /** Of each slot timestamp and registration number. */
    private long[] times;
    /** Of each slot the hash of the key, the hash of all that tells a timer from others, and the epoch. */
    private int[] numbers;
    /** What the keys are when they are numbers; else null. */
    private final NumberKind number;
    /** Null when they are. */
    private Object[] keys;
    /** Null when they are not. */
    private long[] keyBits;

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

    /** @param number what the keys are when they are numbers; else null */
    TimerSegment(TimerDomain domain, NumberKind number, int slots, int maxSlots) {
        this.domain = domain;
        this.number = number;
        this.maxSlots = maxSlots;
        times = new long[slots * TIME_NUMBERS];
        numbers = new int[slots * NUMBERS];
        keys = number == null ? new Object[slots] : null;
        keyBits = number == null ? null : new long[slots];
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
        number = other.number;
        keys = other.keys == null ? null : other.keys.clone();
        keyBits = other.keyBits == null ? null : other.keyBits.clone();
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
        return times.length / TIME_NUMBERS;
    }

    /** Whether there is a smaller size than the one it has. */
    boolean mayShrink() {
        return capacity() > FIRST_SLOTS;
    }

    boolean isHole(int slot) {
        return epoch(slot) == HOLE;
    }

    long timestamp(int slot) {
        return times[slot * TIME_NUMBERS];
    }

    /** Orders timers of equal timestamp. */
    long registration(int slot) {
        return times[slot * TIME_NUMBERS + REGISTRATION];
    }

    /** The key; a number is boxed. */
    Object key(int slot) {
        return number == null ? keys[slot] : number.box(keyBits[slot]);
    }

    boolean isOf(int slot, Object key, TypeSerializer<Object> keySerializer) {
        if (number != null) {
            return keyBits[slot] == number.unbox(key);
        }
        return keys[slot] == key || keySerializer.equal(keys[slot], key);
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
        if (used == capacity()) {
            grow();
        }
        int slot = used++;
        times[slot * TIME_NUMBERS] = timestamp;
        times[slot * TIME_NUMBERS + REGISTRATION] = registration;
        numbers[slot * NUMBERS] = keyHash;
        numbers[slot * NUMBERS + HASH] = hash;
        numbers[slot * NUMBERS + EPOCH] = epoch;
        if (number == null) {
            keys[slot] = key;
        } else {
            keyBits[slot] = number.unbox(key);
        }
        if (namespace != null || namespaces != null) {
            setNamespace(slot, namespace);
        }
        if (of != group || groups != null) {
            setGroup(slot, of);
        }
    }

    private void setNamespace(int slot, Object namespace) {
        if (namespaces == null) {
            namespaces = new Object[capacity()];
        }
        namespaces[slot] = namespace;
    }

    private void setGroup(int slot, TimerGroup of) {
        if (slot == 0) {
            group = of;
            return;
        }
        if (groups == null) {
            groups = new TimerGroup[capacity()];
            Arrays.fill(groups, 0, slot, group);
        }
        groups[slot] = of;
    }

    private void grow() {
        int slots = Math.min(maxSlots, used * 2);
        times = Arrays.copyOf(times, slots * TIME_NUMBERS);
        numbers = Arrays.copyOf(numbers, slots * NUMBERS);
        keys = keys == null ? null : Arrays.copyOf(keys, slots);
        keyBits = keyBits == null ? null : Arrays.copyOf(keyBits, slots);
        namespaces = namespaces == null ? null : Arrays.copyOf(namespaces, slots);
        groups = groups == null ? null : Arrays.copyOf(groups, slots);
    }

    void removeAt(int slot) {
        setEpoch(slot, HOLE);
        if (keys != null) {
            keys[slot] = null;
        }
        if (namespaces != null) {
            namespaces[slot] = null;
        }
    }
}
