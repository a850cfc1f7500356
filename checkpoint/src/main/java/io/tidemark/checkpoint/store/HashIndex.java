package io.tidemark.checkpoint.store;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.NumberKind;
import java.util.Arrays;

/**
 * Entries by key: open addressing with linear probing, and a byte of each entry's hash beside the slots, so that a look-up
 * touches an entry only when it is almost certainly the right one. Removing leaves no marks: what stood behind moves back.
 *
 * <p>A large index is made of segments, each for the hashes that begin alike. A segment that is full is split in two, so
 * that no insertion has to wait for more than a segment to be moved.
 *
 * @param <E> type of the entries
 */
final class HashIndex<E extends Keyed> {
    private static final int FIRST_SLOTS = 8;
    private static final int MAX_SEGMENT_BITS = 15;
    /** Hashes that are equal in more bits than this are not told apart by splitting; their segment grows instead. */
    private static final int MAX_DEPTH = 16;

    /** Segments that are made ahead get fewer entries than they hold, since hashes spread unevenly. */
    private static final int EXPECTED_PER_SEGMENT = maxSize(1 << MAX_SEGMENT_BITS) * 9 / 10;

    private static final byte EMPTY = 0;

    private final TypeSerializer<Object> keySerializer;
    /** What the keys are when the entries are {@link NumberEntry}s; else null. */
    private final NumberKind number;
    /** The segment of a mixed hash by its first bits; neighbours share one that is not split so far. */
    private Segment[] directory;
    /** How far to shift a mixed hash to the right so that the directory's bits are the last ones. */
    private int directoryShift;
    /** Each segment once. */
    private Segment[] segments;

    private int segmentCount;
    /** Slots are numbered as if every segment had this many, a power of two. */
    private int strideBits;

    private int size;
    /** How often an entry was taken out or replaced. */
    private int departures;
    /** What {@link #touch} read, so that the compiler takes no read away. */
    private int touched;

    /** The entries whose mixed hashes begin with the same bits. */
    private static final class Segment {
        /** A part of the mixed hash of the entry in each slot; 0 where there is none. */
        private byte[] tags;

        private Keyed[] entries;
        private int size;
        /** How many bits the mixed hashes have in common. */
        private int depth;

        Segment(int slots, int depth) {
            this.tags = new byte[slots];
            this.entries = new Keyed[slots];
            this.depth = depth;
        }

        boolean isFull() {
            return size >= maxSize(entries.length);
        }

        void insert(Keyed entry, int mixed) {
            int mask = entries.length - 1;
            int slot = mixed & mask;
            while (tags[slot] != EMPTY) {
                slot = (slot + 1) & mask;
            }
            tags[slot] = tag(mixed);
            entries[slot] = entry;
            size++;
        }

        int slotOf(Keyed entry) {
            int mask = entries.length - 1;
            int slot = mix(entry.hash) & mask;
            while (entries[slot] != entry) {
                if (tags[slot] == EMPTY) {
                    throw new IllegalStateException("the entry is not in the index");
                }
                slot = (slot + 1) & mask;
            }
            return slot;
        }

        void removeAt(int slot) {
            size--;
            int mask = entries.length - 1;
            int hole = slot;
            for (int next = (hole + 1) & mask; tags[next] != EMPTY; next = (next + 1) & mask) {
                int distanceFromHome = (next - mix(entries[next].hash)) & mask;
                if (distanceFromHome >= ((next - hole) & mask)) {
                    entries[hole] = entries[next];
                    tags[hole] = tags[next];
                    hole = next;
                }
            }
            entries[hole] = null;
            tags[hole] = EMPTY;
        }
    }

    /**
     * Takes entries out of slots for moving them, some at a time. Their hashes are in the entries, all over the memory: they are
     * read together, so that they are waited for together.
     */
    private static final class Mover {
        private static final int SLOTS = 64;

        private final Keyed[] from;
        private int slot;
        final Keyed[] entries;
        final int[] mixed;
        int count;

        Mover(Keyed[] from) {
            this.from = from;
            this.entries = new Keyed[Math.min(SLOTS, from.length)];
            this.mixed = new int[entries.length];
        }

        /** Takes the next entries; false when all slots were looked at. */
        boolean next() {
            int end = Math.min(from.length, slot + entries.length);
            if (slot == end) {
                return false;
            }
            count = 0;
            for (; slot < end; slot++) {
                Keyed entry = from[slot];
                if (entry != null) {
                    entries[count++] = entry;
                }
            }
            for (int i = 0; i < count; i++) {
                mixed[i] = mix(entries[i].hash);
            }
            return true;
        }
    }

    HashIndex(TypeSerializer<Object> keySerializer) {
        this(keySerializer, 0);
    }

    /** @param expectedEntries for so many there is room from the beginning, so that nothing has to be moved */
    HashIndex(TypeSerializer<Object> keySerializer, int expectedEntries) {
        this(keySerializer, null, expectedEntries);
    }

    /** @param number what the keys are when the entries are {@link NumberEntry}s; else null */
    HashIndex(TypeSerializer<Object> keySerializer, NumberKind number, int expectedEntries) {
        this.keySerializer = keySerializer;
        this.number = number;
        int depth = 0;
        while (depth < MAX_DEPTH && expectedEntries >>> depth > EXPECTED_PER_SEGMENT) {
            depth++;
        }
        int slots = FIRST_SLOTS;
        while (slots < 1 << MAX_SEGMENT_BITS && maxSize(slots) < expectedEntries) {
            slots *= 2;
        }
        segmentCount = 1 << depth;
        segments = new Segment[segmentCount];
        for (int i = 0; i < segmentCount; i++) {
            segments[i] = new Segment(slots, depth);
        }
        directory = segments.clone();
        directoryShift = Integer.SIZE - depth;
        strideBits = Integer.numberOfTrailingZeros(slots);
    }

    private static int maxSize(int slots) {
        return (int) (slots * 5L / 8);
    }

    /**
     * Spreads a hash over all bits: the last ones choose the slot, the first ones the segment, those between are the tag. It
     * differs from how a key group is chosen, or else the keys of one subtask would crowd into a part of the slots.
     */
    private static int mix(int hash) {
        int h = hash * 0x9E3779B1;
        h = (h ^ (h >>> 15)) * 0x2C1B3C6D;
        return h ^ (h >>> 13);
    }

    private static byte tag(int mixed) {
        byte tag = (byte) (mixed >>> MAX_SEGMENT_BITS);
        return tag == EMPTY ? 1 : tag;
    }

    private Segment segment(int mixed) {
        return directory[(mixed >>> directoryShift) & (directory.length - 1)];
    }

    int size() {
        return size;
    }

    /** Number of slots. */
    int capacity() {
        return segmentCount << strideBits;
    }

    /** The entry in a slot, or null. */
    @SuppressWarnings("unchecked")
    E at(int slot) {
        Segment segment = segments[slot >>> strideBits];
        int inSegment = slot & ((1 << strideBits) - 1);
        return inSegment < segment.entries.length ? (E) segment.entries[inSegment] : null;
    }

    /** The entry of the current key, or null. */
    E find(CurrentKey current) {
        return number == null ? findObject(current.key(), current.hash()) : findBits(current.bits(), current.hash());
    }

    /** The entry of the same key as another one, or null. */
    E findSame(Keyed other) {
        return number == null ? findObject(other.key, other.hash) : findBits(((NumberEntry) other).keyBits, other.hash);
    }

    E find(Object key, int hash) {
        return number == null ? findObject(key, hash) : findBits(number.unbox(key), hash);
    }

    @SuppressWarnings("unchecked")
    private E findBits(long keyBits, int hash) {
        int mixed = mix(hash);
        Segment segment = segment(mixed);
        byte[] tags = segment.tags;
        byte tag = tag(mixed);
        int mask = tags.length - 1;
        for (int slot = mixed & mask; ; slot = (slot + 1) & mask) {
            byte here = tags[slot];
            if (here == tag) {
                NumberEntry entry = (NumberEntry) segment.entries[slot];
                if (entry.keyBits == keyBits) {
                    return (E) entry;
                }
            } else if (here == EMPTY) {
                return null;
            }
        }
    }

    @SuppressWarnings("unchecked")
    private E findObject(Object key, int hash) {
        int mixed = mix(hash);
        Segment segment = segment(mixed);
        byte[] tags = segment.tags;
        byte tag = tag(mixed);
        int mask = tags.length - 1;
        for (int slot = mixed & mask; ; slot = (slot + 1) & mask) {
            byte here = tags[slot];
            if (here == tag) {
                Keyed entry = segment.entries[slot];
                if (entry.hash == hash && (entry.key == key || keySerializer.equal(entry.key, key))) {
                    return (E) entry;
                }
            } else if (here == EMPTY) {
                return null;
            }
        }
    }

    /**
     * The entries in some slots, without those that are empty; to be looked into, not to be kept.
     *
     * @param found as long as there are slots
     * @return how many there are
     */
    int entriesAt(int firstSlot, int slots, Keyed[] found) {
        int count = 0;
        int end = Math.min(capacity(), firstSlot + slots);
        for (int slot = firstSlot; slot < end; slot++) {
            Keyed entry = at(slot);
            if (entry != null) {
                found[count++] = entry;
            }
        }
        return count;
    }

    /**
     * Brings what look-ups of some hashes will need into the processor's caches. One after the other, each look-up waits for
     * several accesses to memory that depend on each other; here those of different hashes overlap.
     *
     * @param candidates as many as there are hashes; is filled with the entry that each hash probably means, or null
     */
    void touch(int[] hashes, int count, Keyed[] candidates) {
        int seen = 0;
        for (int i = 0; i < count; i++) {
            int mixed = mix(hashes[i]);
            Segment segment = segment(mixed);
            int slot = mixed & (segment.tags.length - 1);
            seen += segment.tags[slot] + (segment.entries[slot] == null ? 0 : 1);
        }
        touched += seen;
        for (int i = 0; i < count; i++) {
            int mixed = mix(hashes[i]);
            Segment segment = segment(mixed);
            byte[] tags = segment.tags;
            byte tag = tag(mixed);
            int mask = tags.length - 1;
            int slot = mixed & mask;
            while (tags[slot] != tag && tags[slot] != EMPTY) {
                slot = (slot + 1) & mask;
            }
            candidates[i] = segment.entries[slot];
        }
    }

    /** Whether an entry of this index is that of the current key. */
    boolean isOf(E entry, CurrentKey current) {
        return number == null ? isOfObject(entry, current) : ((NumberEntry) (Keyed) entry).keyBits == current.bits();
    }

    private boolean isOfObject(E entry, CurrentKey current) {
        Object key = current.key();
        return entry.hash == current.hash() && (entry.key == key || keySerializer.equal(entry.key, key));
    }

    /** Grows with each entry that is taken out or replaced; while it is the same, whoever was found is still there. */
    int departures() {
        return departures;
    }

    /** Adds an entry whose key is not there. */
    void add(E entry) {
        int mixed = mix(entry.hash);
        Segment segment = segment(mixed);
        while (segment.isFull()) {
            makeRoom(segment, mixed);
            segment = segment(mixed);
        }
        segment.insert(entry, mixed);
        size++;
    }

    private void makeRoom(Segment segment, int mixed) {
        if (segment.entries.length < 1 << MAX_SEGMENT_BITS || segment.depth == MAX_DEPTH) {
            grow(segment);
        } else {
            split(segment, mixed);
        }
    }

    private void grow(Segment segment) {
        Keyed[] old = segment.entries;
        segment.tags = new byte[old.length * 2];
        segment.entries = new Keyed[old.length * 2];
        segment.size = 0;
        Mover mover = new Mover(old);
        while (mover.next()) {
            for (int i = 0; i < mover.count; i++) {
                segment.insert(mover.entries[i], mover.mixed[i]);
            }
        }
        strideBits = Math.max(strideBits, Integer.numberOfTrailingZeros(segment.entries.length));
    }

    private void split(Segment segment, int mixedOfNew) {
        if (segment.depth == Integer.SIZE - directoryShift) {
            doubleDirectory();
        }
        segment.depth++;
        Segment sibling = new Segment(segment.entries.length, segment.depth);
        // The sibling takes the hashes that have a one in the bit that is new.
        int bit = 1 << (Integer.SIZE - segment.depth);
        Keyed[] old = segment.entries;
        segment.tags = new byte[old.length];
        segment.entries = new Keyed[old.length];
        segment.size = 0;
        Mover mover = new Mover(old);
        while (mover.next()) {
            for (int i = 0; i < mover.count; i++) {
                int mixed = mover.mixed[i];
                ((mixed & bit) == 0 ? segment : sibling).insert(mover.entries[i], mixed);
            }
        }
        // The places of the segment in the directory are neighbours; the second half of them is the sibling's.
        int places = directory.length >>> (segment.depth - 1);
        int first = ((mixedOfNew >>> directoryShift) & (directory.length - 1)) & -places;
        Arrays.fill(directory, first + places / 2, first + places, sibling);
        if (segmentCount == segments.length) {
            segments = Arrays.copyOf(segments, segmentCount * 2);
        }
        segments[segmentCount++] = sibling;
    }

    private void doubleDirectory() {
        Segment[] doubled = new Segment[directory.length * 2];
        for (int i = 0; i < doubled.length; i++) {
            doubled[i] = directory[i / 2];
        }
        directory = doubled;
        directoryShift--;
    }

    /** Puts an entry in the place of one of the same key. */
    void replace(E old, E entry) {
        Segment segment = segment(mix(old.hash));
        segment.entries[segment.slotOf(old)] = entry;
        departures++;
    }

    /** Takes out an entry that is there. */
    void remove(E entry) {
        Segment segment = segment(mix(entry.hash));
        segment.removeAt(segment.slotOf(entry));
        size--;
        departures++;
    }

    /** Takes out the entry of a slot. Another one may stand there afterwards. */
    void removeAt(int slot) {
        segments[slot >>> strideBits].removeAt(slot & ((1 << strideBits) - 1));
        size--;
        departures++;
    }
}
