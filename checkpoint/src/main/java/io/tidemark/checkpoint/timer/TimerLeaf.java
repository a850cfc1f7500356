package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.NumberKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The timers of a range of time, found by what they are. Timers have slots in the order in which they were added; those that
 * are gone leave holes. Only once their first one is asked for are they put in the order in which they are due.
 *
 * <p>As many as two segments take; more only if all have the same timestamp.
 */
final class TimerLeaf {
    private static final int[] NO_TABLE = new int[0];

    // Kept by the directory.
    /** The first timestamp of the range, which ends where that of the next leaf begins. */
    long start;

    TimerLeaf previous;
    TimerLeaf next;
    /** No longer in the directory. */
    boolean isGone;

    private final TimerDomain domain;
    private final int segmentSlots;
    private final int segmentShift;
    private final TimerJournal journal;
    private final TypeSerializer<Object> keySerializer;
    private final NumberKind number;
    private final Comparator<TimerEntry> lastResort;

    private TimerSegment[] segments;
    /** How many slots were given, those of holes included. */
    private int used;

    private int size;
    /** A slot and one at the place of a timer's hash, or behind it; 0 for none. Those of holes stay until one takes it. */
    private int[] table = NO_TABLE;

    /** No timestamp is before this one, and none behind {@link #greatest}; of use when there are timers. */
    private long least;

    private long greatest;

    // The order in which they are due
    /** Whether the order of the slots is the order in which they are due. */
    private boolean isSorted;
    /** Whether each timer of a higher slot has a higher registration number. */
    private boolean isByRegistration;

    private boolean isOpen;
    /** Slots in the order in which they are due; null when that is the order of the slots. Only when it is open. */
    private int[] order;

    private int orderEnd;
    /** The slots from this one on are not in the order yet: several are put there at once. Only with an order. */
    private int ordered;
    /** Where the first timer stands, in the order or, without one, among the slots, holes before it aside. */
    private int head;

    /**
     * @param segmentShift a segment has two to the power of this slots
     * @param slots how many to begin with, at most as many
     * @param lastResort orders timers of equal timestamp and registration, which different subtasks may have given before a
     *     rescale
     */
    TimerLeaf(
            TimerDomain domain,
            long start,
            int segmentShift,
            int slots,
            TimerJournal journal,
            TypeSerializer<Object> keySerializer,
            Comparator<TimerEntry> lastResort) {
        this.domain = domain;
        this.start = start;
        this.segmentSlots = 1 << segmentShift;
        this.segmentShift = segmentShift;
        this.journal = journal;
        this.keySerializer = keySerializer;
        this.number = NumberKind.ofKeys(keySerializer);
        this.lastResort = lastResort;
        reset(slots);
    }

    private void reset(int slots) {
        segments = new TimerSegment[] {new TimerSegment(domain, number, slots, segmentSlots)};
        used = 0;
        size = 0;
        table = new int[Integer.highestOneBit(slots) * 2];
        isSorted = true;
        isByRegistration = true;
        isOpen = false;
        order = null;
        head = 0;
    }

    int size() {
        return size;
    }

    /** How many slots were given, holes included. */
    int used() {
        return used;
    }

    /** How many slots there is memory for. */
    long capacity() {
        long slots = 0;
        for (TimerSegment segment : segments) {
            slots += segment == null ? 0 : segment.capacity();
        }
        return slots;
    }

    /**
     * Whether a timer of this timestamp may only be added if it is the timestamp of all others. Behind all others it is so
     * earlier than among them: of timers that come in order from several sources, those of one fill a leaf by half.
     */
    boolean isFull(long timestamp) {
        return used >= segmentSlots && (used >= 2 * segmentSlots || timestamp > greatest);
    }

    /** Whether it takes a lot more memory than so few timers need. */
    boolean isSparse() {
        return used > segmentSlots ? size <= used / 2 : size <= segments[0].capacity() / 4 && segments[0].mayShrink();
    }

    long least() {
        return least;
    }

    long greatest() {
        return greatest;
    }

    // Slots

    private TimerSegment segmentOf(int slot) {
        return segments[slot >>> segmentShift];
    }

    private int inSegment(int slot) {
        return slot & (segmentSlots - 1);
    }

    boolean isHole(int slot) {
        return segmentOf(slot).isHole(inSegment(slot));
    }

    TimerEntry entry(int slot) {
        return segmentOf(slot).entry(inSegment(slot));
    }

    long timestamp(int slot) {
        return segmentOf(slot).timestamp(inSegment(slot));
    }

    long registration(int slot) {
        return segmentOf(slot).registration(inSegment(slot));
    }

    int keyHash(int slot) {
        return segmentOf(slot).keyHash(inSegment(slot));
    }

    int epoch(int slot) {
        return segmentOf(slot).epoch(inSegment(slot));
    }

    /** The database has the timer, which was set in the current epoch. */
    void markStored(int slot) {
        segmentOf(slot).setEpoch(inSegment(slot), TimerChanges.STORED);
    }

    void read(int slot, Timer into) {
        TimerSegment segment = segmentOf(slot);
        int at = inSegment(slot);
        into.set(segment.group(at), segment.key(at), segment.keyHash(at), segment.namespace(at), segment.timestamp(at));
    }

    // What is there

    /** The slot of the timer with these properties, or -1. */
    int find(TimerGroup group, Object key, Object namespace, long timestamp, int hash) {
        int mask = table.length - 1;
        for (int at = hash & mask; table[at] != 0; at = (at + 1) & mask) {
            int slot = table[at] - 1;
            TimerSegment segment = segmentOf(slot);
            int in = inSegment(slot);
            if (segment.hash(in) == hash
                    && segment.timestamp(in) == timestamp
                    && !segment.isHole(in)
                    && segment.group(in) == group
                    && group.sameNamespace(segment.namespace(in), namespace)
                    && segment.isOf(in, key, keySerializer)) {
                return slot;
            }
        }
        return -1;
    }

    /** Adds a timer that is not there and whose timestamp belongs here; the leaf is not full, or only has this timestamp. */
    void add(
            TimerGroup group,
            Object key,
            int keyHash,
            Object namespace,
            long timestamp,
            long registration,
            int hash,
            int epoch) {
        int slot = used;
        TimerSegment segment = segmentToAddTo();
        noteOrder(slot, timestamp, registration);
        segment.add(group, key, keyHash, namespace, timestamp, registration, hash, epoch);
        if (epoch == journal.epoch()) {
            journal.changes().include(segment);
        }
        used++;
        size++;
        if (used > table.length / 2) {
            resizeTable();
        } else {
            enter(hash, slot);
        }
    }

    private TimerSegment segmentToAddTo() {
        int index = used >>> segmentShift;
        if (index < segments.length && segments[index] != null) {
            return writable(index);
        }
        if (index == segments.length) {
            segments = Arrays.copyOf(segments, index * 2);
        }
        segments[index] = new TimerSegment(domain, number, segmentSlots, segmentSlots);
        return segments[index];
    }

    /** A segment, or a copy that takes its place when a snapshot still reads it. */
    private TimerSegment writable(int index) {
        TimerSegment segment = segments[index];
        if (segment.changeEpoch != 0 && journal.isShared(segment)) {
            segments[index] = segment.copy();
            return segments[index];
        }
        return segment;
    }

    private void noteOrder(int slot, long timestamp, long registration) {
        if (size == 0) {
            least = timestamp;
            greatest = timestamp;
        } else {
            least = Math.min(least, timestamp);
            greatest = Math.max(greatest, timestamp);
        }
        if (slot == 0) {
            return;
        }
        long lastTimestamp = timestamp(slot - 1);
        boolean isNext = registration > registration(slot - 1);
        isByRegistration &= isNext;
        if (isSorted && (timestamp < lastTimestamp || (timestamp == lastTimestamp && !isNext))) {
            isSorted = false;
            if (isOpen) {
                order = slots();
                orderEnd = order.length;
                ordered = slot;
                head = 0;
            }
        }
    }

    /** The slots of all timers, in the order of the slots. */
    private int[] slots() {
        int[] slots = new int[size];
        int count = 0;
        for (int slot = isOpen && order == null ? head : 0; count < slots.length; slot++) {
            if (!isHole(slot)) {
                slots[count++] = slot;
            }
        }
        return slots;
    }

    /** Takes the place of a hole, or a timer that is set and deleted over and over would leave a trail of them. */
    private void enter(int hash, int slot) {
        boolean hasHoles = size < used;
        int mask = table.length - 1;
        int at = hash & mask;
        while (table[at] != 0 && !(hasHoles && isHole(table[at] - 1))) {
            at = (at + 1) & mask;
        }
        table[at] = slot + 1;
    }

    private void resizeTable() {
        table = new int[table.length * 2];
        for (int slot = 0; slot < used; slot++) {
            if (!isHole(slot)) {
                enter(segmentOf(slot).hash(inSegment(slot)), slot);
            }
        }
    }

    void removeAt(int slot) {
        writable(slot >>> segmentShift).removeAt(inSegment(slot));
        size--;
    }

    /** Moves all timers to another leaf, to whose range they belong and which has room. */
    void moveTo(TimerLeaf other) {
        for (int slot : inOrder()) {
            other.addFrom(segmentOf(slot), inSegment(slot));
        }
    }

    private void addFrom(TimerSegment segment, int slot) {
        add(
                segment.group(slot),
                segment.key(slot),
                segment.keyHash(slot),
                segment.namespace(slot),
                segment.timestamp(slot),
                segment.registration(slot),
                segment.hash(slot),
                segment.epoch(slot));
    }

    /** Makes holes go. */
    void compact() {
        int[] slots = inOrder();
        boolean wasOpen = isOpen;
        TimerSegment[] old = segments;
        reset(TimerSegment.slotsFor(size, segmentSlots));
        for (int slot : slots) {
            addFrom(old[slot >>> segmentShift], inSegment(slot));
        }
        isOpen = wasOpen && isSorted;
        exclude(old);
    }

    /**
     * Moves the timers of later timestamps to another leaf; of the timers there are at least two timestamps.
     *
     * @param later new and empty; its range begins where this one is to end
     */
    void split(TimerLeaf later) {
        int[] slots = inOrder();
        boolean wasOpen = isOpen;
        TimerSegment[] old = segments;
        reset(segmentSlots);
        for (int slot : slots) {
            TimerSegment segment = old[slot >>> segmentShift];
            TimerLeaf target = segment.timestamp(inSegment(slot)) < later.start ? this : later;
            target.addFrom(segment, inSegment(slot));
        }
        isOpen = wasOpen && isSorted;
        exclude(old);
    }

    /** Where to split so that about a half stays; {@link Long#MIN_VALUE} when all timers have the same timestamp. */
    long middle() {
        int[] slots = slots();
        long[] timestamps = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            timestamps[i] = timestamp(slots[i]);
        }
        Arrays.sort(timestamps);
        least = timestamps[0];
        greatest = timestamps[timestamps.length - 1];
        for (int i = timestamps.length / 2; i < timestamps.length; i++) {
            if (timestamps[i] > least) {
                return timestamps[i];
            }
        }
        return Long.MIN_VALUE;
    }

    /** Gives all timers to a new leaf, and is empty. */
    void handOver(TimerLeaf heir) {
        heir.segments = segments;
        heir.used = used;
        heir.size = size;
        heir.table = table;
        heir.least = least;
        heir.greatest = greatest;
        heir.isSorted = isSorted;
        heir.isByRegistration = isByRegistration;
        heir.isOpen = isOpen;
        heir.order = order;
        heir.orderEnd = orderEnd;
        heir.ordered = ordered;
        heir.head = head;
        reset(segmentSlots);
    }

    /** No changes need to look here any more. */
    void abandon() {
        exclude(segments);
    }

    private void exclude(TimerSegment[] old) {
        for (TimerSegment segment : old) {
            if (segment != null) {
                journal.changes().exclude(segment);
            }
        }
    }

    // The order in which they are due

    /** All slots with timers, in the order in which they are due if that is known. */
    private int[] inOrder() {
        if (order == null) {
            return slots();
        }
        completeOrder();
        int[] slots = new int[size];
        int count = 0;
        for (int i = head; count < slots.length; i++) {
            if (!isHole(order[i])) {
                slots[count++] = order[i];
            }
        }
        return slots;
    }

    /** The slot of the first timer; there is one. */
    int first() {
        if (!isOpen) {
            open();
        }
        if (order == null) {
            while (isHole(head)) {
                head++;
            }
            return head;
        }
        completeOrder();
        while (isHole(order[head])) {
            head++;
        }
        return order[head];
    }

    /**
     * Tells the key hashes of the first timers, in their order.
     *
     * @return how many there are
     */
    int firstKeyHashes(long until, int[] into) {
        first();
        int count = 0;
        int end = order == null ? used : orderEnd;
        for (int i = head; i < end && count < into.length; i++) {
            int slot = order == null ? i : order[i];
            if (timestamp(slot) > until) {
                break;
            }
            if (!isHole(slot)) {
                into[count++] = keyHash(slot);
            }
        }
        return count;
    }

    private void open() {
        isOpen = true;
        head = 0;
        if (!isSorted) {
            order = sorted(slots());
            orderEnd = order.length;
            ordered = used;
        }
    }

    /** Puts the slots of timers in the order in which they are due. */
    private int[] sorted(int[] slots) {
        if (slots.length < 2) {
            return slots;
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(used);
        long span = greatest - least;
        if (isByRegistration && span >= 0 && span >>> (Long.SIZE - 1 - bits) == 0) {
            long[] places = new long[slots.length];
            for (int i = 0; i < slots.length; i++) {
                places[i] = (timestamp(slots[i]) - least) << bits | slots[i];
            }
            Arrays.sort(places);
            int mask = (1 << bits) - 1;
            for (int i = 0; i < slots.length; i++) {
                slots[i] = (int) places[i] & mask;
            }
            return slots;
        }
        return IntStream.of(slots)
                .boxed()
                .sorted(this::compare)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Compares timers; a hole only with one of another place. */
    private int compare(int a, int b) {
        int byPlace = comparePlaces(a, b);
        return byPlace != 0 ? byPlace : lastResort.compare(entry(a), entry(b));
    }

    private int comparePlaces(int a, int b) {
        int byTimestamp = Long.compare(timestamp(a), timestamp(b));
        return byTimestamp != 0 ? byTimestamp : Long.compare(registration(a), registration(b));
    }

    /** Puts the slots that were given since into the order, all at once: each may have to move most of what stands there. */
    private void completeOrder() {
        if (ordered == used) {
            return;
        }
        int[] late = sorted(slotsFrom(ordered));
        ordered = used;
        makeRoom(late.length);
        int end = orderEnd;
        for (int i = late.length - 1; i >= 0; i--) {
            int at = placeInOrder(late[i], end);
            System.arraycopy(order, at, order, at + i + 1, end - at);
            order[at + i] = late[i];
            end = at;
        }
        orderEnd += late.length;
    }

    private int[] slotsFrom(int first) {
        int[] slots = new int[used - first];
        int count = 0;
        for (int slot = first; slot < used; slot++) {
            if (!isHole(slot)) {
                slots[count++] = slot;
            }
        }
        return Arrays.copyOf(slots, count);
    }

    private void makeRoom(int more) {
        int count = orderEnd - head;
        if (orderEnd + more > order.length) {
            int[] larger = new int[Math.max(segmentSlots, (count + more) * 2)];
            System.arraycopy(order, head, larger, 0, count);
            order = larger;
            head = 0;
            orderEnd = count;
        }
    }

    /** Where a timer belongs in the order, of which the part up to an end is looked at. */
    private int placeInOrder(int slot, int end) {
        int low = head;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int timer = middle;
            // A hole has no key to compare by. Of one place are at most as many as there were subtasks.
            while (timer < high && isHole(order[timer]) && comparePlaces(order[timer], slot) == 0) {
                timer++;
            }
            if (timer < high && compare(order[timer], slot) <= 0) {
                low = timer + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
