package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The timers of one operator subtask, in both domains. There is at most one per (group, key, namespace, timestamp, domain).
 * Timers of a domain are due in the order of their timestamps, and those of equal timestamp in the order in which they
 * were registered; timers that different subtasks registered before a rescale, by registration number, then key bytes.
 *
 * <p>All are in memory until the store asks for room by {@link #spill}. Then the later ones stay in the database only, and
 * come back when it is their turn. Nothing that is said here depends on where a timer is.
 *
 * <p>Setting and deleting a timer take logarithmic time; when some are in the database only, setting or deleting one that is
 * not near may take a look-up there. Used by the task's thread only. A failure of the disk shows as an {@link
 * java.io.UncheckedIOException}.
 */
public final class TimerQueue {
    /** What a call of {@link #spill} left. */
    public enum Spilled {
        /** As much went as was asked for, or as one call gives, or there is no more to give. */
        DONE,
        /** It takes further calls. */
        UNDER_WAY,
        /** Nothing could go: what is in memory has to be written first, and that is not allowed now. */
        STUCK
    }

    /**
     * What one timer takes of arrays that are filled by three quarters, but not its key and namespace, which others hold too.
     * One whose removal has to be written takes about the same.
     */
    private static final int BYTES_PER_TIMER = 64;
    /** The most timers that a call spills, and the most changes that it writes. */
    private static final int MAX_SPILLED = 2048;
    /** The most timers that a call looks at. */
    private static final int MAX_VISITS = 8192;

    private final TimerBackend backend;
    private final TimerKeyFormat format;
    private final List<TimerGroup> groups = new ArrayList<>();
    private final TimerJournal journal;
    private final TimerOrder[] orders = new TimerOrder[TimerDomain.count()];
    private final TimerSweep[] sweeps = new TimerSweep[TimerDomain.count()];
    private final StoredTimers stored;
    private final StoredTimers.Reader reader = new MemoryReader();
    private final Timer due = new Timer();

    private long nextRegistration;

    /**
     * Made by the store.
     *
     * @param keySerializer for the task's thread
     * @param snapshotKeySerializer for the thread that writes snapshots
     * @param nextRegistration where the numbers of the restored snapshot ended; 0 on a fresh start
     */
    public TimerQueue(
            TimerBackend backend,
            int maxParallelism,
            TypeSerializer<Object> keySerializer,
            TypeSerializer<Object> snapshotKeySerializer,
            long nextRegistration) {
        this(backend, maxParallelism, keySerializer, snapshotKeySerializer, nextRegistration, TimerOrder.SEGMENT_SHIFT);
    }

    /** @param segmentShift two to the power of this timers are kept together */
    TimerQueue(
            TimerBackend backend,
            int maxParallelism,
            TypeSerializer<Object> keySerializer,
            TypeSerializer<Object> snapshotKeySerializer,
            long nextRegistration,
            int segmentShift) {
        this.backend = backend;
        this.format = new TimerKeyFormat(maxParallelism, keySerializer, TimerGroup::namespaceSerializer);
        this.journal = new TimerJournal(
                new TimerKeyFormat(maxParallelism, snapshotKeySerializer, TimerGroup::snapshotNamespaceSerializer),
                keySerializer);
        for (TimerDomain domain : TimerDomain.values()) {
            TimerOrder order = new TimerOrder(domain, segmentShift, journal, keySerializer, format::compareKeys);
            orders[domain.ordinal()] = order;
            sweeps[domain.ordinal()] = new TimerSweep(order);
        }
        this.stored = new StoredTimers(backend, format, groups);
        this.nextRegistration = nextRegistration;
    }

    /**
     * Declares a group of timers, and brings back those that the restored snapshot has of that name. Declaring it again
     * returns the same number.
     *
     * @param <N> type of the namespaces
     * @return the number by which to call the group here
     */
    @SuppressWarnings("unchecked")
    public <N> int group(String name, TypeSerializer<N> namespace) {
        for (TimerGroup known : groups) {
            if (known.name().equals(name)) {
                return known.index();
            }
        }
        TypeSerializer<Object> serializer = (TypeSerializer<Object>) namespace;
        int id = backend.declareTimers(name, serializer);
        TimerGroup group = new TimerGroup(groups.size(), id, name, serializer, backend.duplicate(serializer));
        groups.add(group);
        if (backend.isDatabaseUsed()) {
            stored.restore(group, reader);
        }
        return group.index();
    }

    /** Sets a timer of the current key; changes nothing when there is one already. */
    public void register(TimerDomain domain, int group, Object namespace, long timestamp) {
        TimerGroup of = groups.get(group);
        Object key = backend.currentKey();
        int keyHash = backend.currentKeyHash();
        int hash = of.hash(domain, keyHash, namespace, timestamp);
        TimerOrder order = orders[domain.ordinal()];
        TimerLeaf leaf = order.leaf(timestamp);
        if (leaf != null && leaf.find(of, key, namespace, timestamp, hash) >= 0) {
            return;
        }
        if (stored.bounds(domain).isAny() && findStored(domain, of, key, keyHash, namespace, timestamp, hash) != null) {
            return;
        }
        journal.changes().onSet();
        order.add(leaf, of, key, keyHash, namespace, timestamp, nextRegistration++, hash, journal.epoch());
    }

    /** A timer that is set, but not in memory; null when there is none. */
    private TimerEntry findStored(
            TimerDomain domain, TimerGroup group, Object key, int keyHash, Object namespace, long timestamp, int hash) {
        long registration = stored.registrationOf(domain, group, key, keyHash, namespace, timestamp, hash);
        if (registration == StoredTimers.NONE) {
            return null;
        }
        TimerEntry entry = new TimerEntry(domain, group, key, keyHash, namespace, timestamp, registration, hash);
        return journal.hasRemoved(entry) ? null : entry;
    }

    /** Removes a timer of the current key; returns whether there was one. */
    public boolean delete(TimerDomain domain, int group, Object namespace, long timestamp) {
        TimerGroup of = groups.get(group);
        Object key = backend.currentKey();
        int keyHash = backend.currentKeyHash();
        int hash = of.hash(domain, keyHash, namespace, timestamp);
        TimerOrder order = orders[domain.ordinal()];
        TimerLeaf leaf = order.leaf(timestamp);
        int slot = leaf == null ? -1 : leaf.find(of, key, namespace, timestamp, hash);
        if (slot >= 0) {
            noteRemoval(leaf, slot);
            order.removeAt(leaf, slot);
            return true;
        }
        TimerEntry entry =
                stored.bounds(domain).isAny() ? findStored(domain, of, key, keyHash, namespace, timestamp, hash) : null;
        if (entry == null) {
            return false;
        }
        journal.changes().onRemoved(entry);
        stored.onRemoved(entry);
        return true;
    }

    private void noteRemoval(TimerLeaf leaf, int slot) {
        if (leaf.epoch(slot) == journal.epoch()) {
            // Set and removed between two snapshots: nobody needs to know.
            journal.changes().forgetSet();
        } else {
            journal.changes().onRemoved(leaf.entry(slot));
        }
    }

    /** Whether a timer has a timestamp of {@code time} or before. */
    public boolean hasDue(TimerDomain domain, long time) {
        TimerOrder order = orders[domain.ordinal()];
        if (order.isDue(time)) {
            return true;
        }
        bringFirst(domain, time);
        return order.isDue(time);
    }

    /** Sees that the first timer, if its timestamp is {@code time} or before, is in memory. */
    private void bringFirst(TimerDomain domain, long time) {
        TimerBounds bounds = stored.bounds(domain);
        TimerOrder order = orders[domain.ordinal()];
        while (bounds.isAny()
                && bounds.firstTimestamp() <= time
                && !order.startsBefore(bounds.firstTimestamp(), bounds.firstRegistration())) {
            stored.bringNext(domain, backend.batchBytes() / BYTES_PER_TIMER, reader);
        }
    }

    /**
     * Takes out the first timer with a timestamp of {@code time} or before.
     *
     * @return it, until the next call of this queue; null when there is none
     */
    public Timer pollDue(TimerDomain domain, long time) {
        bringFirst(domain, time);
        TimerOrder order = orders[domain.ordinal()];
        TimerLeaf leaf = order.first();
        if (leaf == null) {
            return null;
        }
        int slot = leaf.first();
        if (leaf.timestamp(slot) > time) {
            return null;
        }
        leaf.read(slot, due);
        noteRemoval(leaf, slot);
        order.removeFirst(slot);
        return due;
    }

    /**
     * Tells the key hashes of some of the timers that are due, those that are first in their order. Changes nothing.
     *
     * @return how many there are
     */
    public int dueKeyHashes(TimerDomain domain, long time, int[] into) {
        TimerLeaf leaf = orders[domain.ordinal()].first();
        return leaf == null ? 0 : leaf.firstKeyHashes(time, into);
    }

    public boolean isEmpty(TimerDomain domain) {
        return !hasDue(domain, Long.MAX_VALUE);
    }

    /** The timestamp of the first timer; {@code Long.MAX_VALUE} when there is none. */
    public long nextTimestamp(TimerDomain domain) {
        bringFirst(domain, Long.MAX_VALUE);
        TimerOrder order = orders[domain.ordinal()];
        return order.size() == 0 ? Long.MAX_VALUE : order.firstTimestamp();
    }

    /**
     * How many timers are set. The first call after a restore that did not bring all timers to memory walks over those in
     * the database.
     */
    public long size(TimerDomain domain) {
        return orders[domain.ordinal()].size() + stored.count(domain, reader);
    }

    // Memory

    /** How many timers are in memory. */
    public long inMemory() {
        long timers = 0;
        for (TimerOrder order : orders) {
            timers += order.size();
        }
        return timers;
    }

    /** What the timers take of the heap, about, in bytes. */
    public long heapBytes() {
        return (inMemory() + journal.changes().removedCount()) * BYTES_PER_TIMER + stored.heapBytes();
    }

    /**
     * Makes room: forgets later timers that the database has, and writes others so that they can be forgotten. A call does a
     * bounded bit of it.
     *
     * @param bytes how much to give
     * @param keepBytes what the timers may keep in any case
     * @param writer null when the database must not be written to now; what was written is forgotten, so it must not be lost
     */
    public Spilled spill(long bytes, long keepBytes, TimerWriter writer) throws IOException {
        long wanted = Math.min(MAX_SPILLED, (bytes + BYTES_PER_TIMER - 1) / BYTES_PER_TIMER);
        long keep = keepBytes / BYTES_PER_TIMER;
        if (writer != null) {
            int written = journal.changes().writeFirst(MAX_SPILLED, format, writer);
            wanted -= written;
            if (written == MAX_SPILLED) {
                return Spilled.UNDER_WAY;
            }
        }
        int fruitless = 0;
        for (int visits = 0; wanted > 0 && inMemory() > keep && fruitless < 2; visits++) {
            if (visits == MAX_VISITS) {
                return Spilled.UNDER_WAY;
            }
            TimerDomain domain = domainWithMost();
            TimerSweep sweep = sweeps[domain.ordinal()];
            if (!sweep.isUnderWay()) {
                fruitless++;
                sweep.begin();
            }
            TimerLeaf leaf = sweep.leaf();
            int late = sweep.visit();
            if (late >= 0 && mayLeave(leaf, late, writer)) {
                stored.onLeft(leaf.entry(late));
                orders[domain.ordinal()].removeAt(leaf, late);
                wanted--;
                fruitless = 0;
            }
        }
        return fruitless < 2 ? Spilled.DONE : Spilled.STUCK;
    }

    private TimerDomain domainWithMost() {
        TimerDomain most = TimerDomain.EVENT;
        for (TimerDomain domain : TimerDomain.values()) {
            if (orders[domain.ordinal()].size() > orders[most.ordinal()].size()) {
                most = domain;
            }
        }
        return most;
    }

    private boolean mayLeave(TimerLeaf leaf, int slot, TimerWriter writer) throws IOException {
        if (leaf.epoch(slot) <= journal.writtenEpoch()) {
            return true;
        }
        if (writer == null
                || leaf.epoch(slot) != journal.epoch()
                || !journal.changes().maySetsBeWritten()) {
            return false;
        }
        format.put(leaf.entry(slot), writer);
        leaf.markStored(slot);
        journal.changes().forgetSet();
        return true;
    }

    // Snapshots

    /** The number that the next timer gets. */
    public long nextRegistration() {
        return nextRegistration;
    }

    /**
     * Takes what changed since the last call, in constant time; called by the store, when what was taken before has been
     * written or taken back.
     */
    public TimerChanges freeze() {
        return journal.freeze();
    }

    /** The frozen changes are in the database. */
    public void onWritten() {
        journal.onWritten();
    }

    /** Takes back the frozen changes, which were not, or not all, written; they are part of the next ones. */
    public void takeBack() {
        journal.takeBack();
    }

    /** What is read from the database, against what is in memory. */
    private final class MemoryReader implements StoredTimers.Reader {
        @Override
        public boolean isKnown(TimerEntry entry) {
            TimerLeaf leaf = orders[entry.domain.ordinal()].leaf(entry.timestamp);
            boolean isInMemory = leaf != null
                    && leaf.find(entry.group, entry.key, entry.namespace, entry.timestamp, entry.hash) >= 0;
            return isInMemory || journal.hasRemoved(entry);
        }

        @Override
        public void bring(TimerEntry entry) {
            TimerOrder order = orders[entry.domain.ordinal()];
            order.add(
                    order.leaf(entry.timestamp),
                    entry.group,
                    entry.key,
                    entry.keyHash,
                    entry.namespace,
                    entry.timestamp,
                    entry.registration,
                    entry.hash,
                    TimerChanges.STORED);
        }
    }
}
