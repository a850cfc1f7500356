package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import java.util.ArrayList;
import java.util.List;

/**
 * The timers of one operator subtask, in both domains. There is at most one per (group, key, namespace, timestamp, domain).
 * Timers of a domain are due in the order of their timestamps, and those of equal timestamp in the order in which they
 * were registered; timers that different subtasks registered before a rescale, by registration number, then key bytes.
 *
 * <p>Setting and deleting a timer take logarithmic time. Used by the task's thread only.
 */
public final class TimerQueue {
    /** Where the number of the group begins in the stored form of a timer. */
    public static final int GROUP_ID_AT = TimerKeyFormat.GROUP_AT;

    /** What one timer takes, with its place in heap and set, but not its key and namespace, which others hold too. */
    private static final int BYTES_PER_TIMER = 64 + 12 + 16 + 4;

    private final TimerBackend backend;
    private final TimerKeyFormat format;
    private final TimerKeyFormat snapshotFormat;
    private final List<TimerGroup> groups = new ArrayList<>();
    private final TimerSet set;
    private final TimerHeap[] heaps = new TimerHeap[TimerDomain.count()];
    private final Timer due = new Timer();
    private TimerChanges changes;
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
        this.backend = backend;
        this.format = new TimerKeyFormat(maxParallelism, keySerializer, TimerGroup::namespaceSerializer);
        this.snapshotFormat =
                new TimerKeyFormat(maxParallelism, snapshotKeySerializer, TimerGroup::snapshotNamespaceSerializer);
        this.set = new TimerSet(keySerializer);
        for (int i = 0; i < heaps.length; i++) {
            heaps[i] = new TimerHeap(format::compareKeys);
        }
        this.changes = new TimerChanges(1, snapshotFormat);
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
        backend.forEachStored(encoded -> {
            if (TimerKeyFormat.groupId(encoded) == id) {
                insert(format.decode(encoded, group));
            }
        });
        return group.index();
    }

    /** Sets a timer of the current key; changes nothing when there is one already. */
    public void register(TimerDomain domain, int group, Object namespace, long timestamp) {
        TimerGroup of = groups.get(group);
        Object key = backend.currentKey();
        int keyHash = backend.currentKeyHash();
        int hash = of.hash(domain, keyHash, namespace, timestamp);
        if (set.find(domain, of, key, namespace, timestamp, hash) == null) {
            TimerEntry entry = new TimerEntry(domain, of, key, keyHash, namespace, timestamp, nextRegistration++, hash);
            insert(entry);
            changes.onSet(entry);
        }
    }

    private void insert(TimerEntry entry) {
        set.add(entry);
        heaps[entry.domain.ordinal()].add(entry);
    }

    /** Removes a timer of the current key; returns whether there was one. */
    public boolean delete(TimerDomain domain, int group, Object namespace, long timestamp) {
        TimerGroup of = groups.get(group);
        int hash = of.hash(domain, backend.currentKeyHash(), namespace, timestamp);
        TimerEntry entry = set.find(domain, of, backend.currentKey(), namespace, timestamp, hash);
        if (entry == null) {
            return false;
        }
        remove(entry);
        return true;
    }

    private void remove(TimerEntry entry) {
        heaps[entry.domain.ordinal()].remove(entry);
        set.remove(entry);
        changes.onRemoved(entry);
    }

    /** Whether a timer has a timestamp of {@code time} or before. */
    public boolean hasDue(TimerDomain domain, long time) {
        TimerHeap heap = heaps[domain.ordinal()];
        return heap.size() > 0 && heap.firstTimestamp() <= time;
    }

    /**
     * Takes out the first timer with a timestamp of {@code time} or before.
     *
     * @return it, until the next call of this queue; null when there is none
     */
    public Timer pollDue(TimerDomain domain, long time) {
        if (!hasDue(domain, time)) {
            return null;
        }
        TimerEntry entry = heaps[domain.ordinal()].first();
        remove(entry);
        return due.of(entry);
    }

    public boolean isEmpty(TimerDomain domain) {
        return heaps[domain.ordinal()].size() == 0;
    }

    /** The timestamp of the first timer; {@code Long.MAX_VALUE} when there is none. */
    public long nextTimestamp(TimerDomain domain) {
        TimerHeap heap = heaps[domain.ordinal()];
        return heap.size() == 0 ? Long.MAX_VALUE : heap.firstTimestamp();
    }

    /** How many timers are set. */
    public long size(TimerDomain domain) {
        return heaps[domain.ordinal()].size();
    }

    /** What the timers take of the heap, about, in bytes. */
    public long heapBytes() {
        long timers = 0;
        for (TimerHeap heap : heaps) {
            timers += heap.size();
        }
        return timers * BYTES_PER_TIMER;
    }

    /** The number that the next timer gets. */
    public long nextRegistration() {
        return nextRegistration;
    }

    /** Takes what changed since the last call, in constant time; called by the store. */
    public TimerChanges freeze() {
        TimerChanges frozen = changes;
        changes = new TimerChanges(frozen.epoch + 1, snapshotFormat);
        return frozen;
    }

    /** Takes back frozen changes that were not, or not all, written; they are part of the next ones. */
    public void takeBack(TimerChanges unwritten) {
        changes.owe(unwritten);
    }
}
