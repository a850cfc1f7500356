package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.List;

/**
 * The timers of a queue that are, or may be, in the database and not in memory. Everything here is asked only once there are
 * such timers.
 */
final class StoredTimers {
    /** What to do with timers that are read. */
    interface Reader {
        /** Whether a timer is in memory, or was removed after it was written. */
        boolean isKnown(TimerEntry stored);

        void bring(TimerEntry stored);
    }

    /** No timer has this registration number. */
    static final long NONE = -1;

    private static final int MAX_BATCH = 512;
    /** How often to ask, while timers are restored, whether there is room for more. */
    private static final int ROOM_MASK = 255;

    private final TimerBackend backend;
    private final TimerKeyFormat format;
    private final List<TimerGroup> groups;
    private final KeyGroupRange keyGroups;
    private final TimerBounds[] bounds = new TimerBounds[TimerDomain.count()];
    /** Exact only when {@link #isCounted}. */
    private final long[] counts = new long[TimerDomain.count()];

    /** Those that left, by their hashes; of use as long as it knows of all. */
    private final TimerFilter[] filters = new TimerFilter[TimerDomain.count()];

    private boolean isCounted = true;
    private final BinaryReader value = new BinaryReader();

    /** @param format with the serializers of the queue's thread */
    StoredTimers(TimerBackend backend, TimerKeyFormat format, List<TimerGroup> groups) {
        this.backend = backend;
        this.format = format;
        this.groups = groups;
        this.keyGroups = backend.keyGroups();
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = new TimerBounds(keyGroups);
            filters[i] = new TimerFilter();
        }
    }

    TimerBounds bounds(TimerDomain domain) {
        return bounds[domain.ordinal()];
    }

    /** A timer that the database has leaves the memory. */
    void onLeft(TimerEntry entry) {
        counts[entry.domain.ordinal()]++;
        filters[entry.domain.ordinal()].add(entry.hash);
        bounds(entry.domain).include(format.keyGroup(entry.keyHash), entry.timestamp, entry.registration);
    }

    /** A timer that is in the database only was removed. */
    void onRemoved(TimerEntry entry) {
        counts[entry.domain.ordinal()]--;
        filters[entry.domain.ordinal()].remove(entry.hash);
    }

    /** The registration number that the database has of a timer, {@link #NONE} when it is certain that it has none. */
    long registrationOf(
            TimerDomain domain, TimerGroup group, Object key, int keyHash, Object namespace, long timestamp, int hash) {
        if (!filters[domain.ordinal()].mayHold(hash)
                || !bounds(domain).mayBeBehind(format.keyGroup(keyHash), timestamp)
                || !backend.find(format.lookUpKey(domain, group, key, keyHash, namespace, timestamp), value)) {
            return NONE;
        }
        return value.readLong();
    }

    /**
     * Brings the next timers of the key group whose bound is the least to memory.
     *
     * @param batch how many, if all key groups had their turn
     */
    void bringNext(TimerDomain domain, long batch, Reader reader) {
        TimerBounds of = bounds(domain);
        int keyGroup = of.firstKeyGroup();
        int limit = (int) Math.min(MAX_BATCH, Math.max(1, batch / keyGroups.count()));
        int brought = 0;
        long lastTimestamp = of.firstTimestamp();
        long lastRegistration = of.firstRegistration();
        try (TimerScan scan = backend.scan(
                TimerColumn.time(keyGroup, domain, lastTimestamp, lastRegistration),
                TimerColumn.endOfTimes(keyGroup, domain))) {
            for (; scan.isValid(); scan.next()) {
                byte[] time = scan.key();
                long timestamp = TimerColumn.timestampOf(time);
                long registration = TimerColumn.registrationOf(time);
                // Timers of equal place are brought together: their order is not that of the database.
                if (brought >= limit && (timestamp != lastTimestamp || registration != lastRegistration)) {
                    of.raiseFirst(timestamp, registration);
                    return;
                }
                TimerGroup group = groupOf(time);
                if (group != null) {
                    TimerEntry entry = format.decode(time, group);
                    if (!reader.isKnown(entry)) {
                        counts[domain.ordinal()]--;
                        filters[domain.ordinal()].remove(entry.hash);
                        reader.bring(entry);
                        brought++;
                        lastTimestamp = timestamp;
                        lastRegistration = registration;
                    }
                }
            }
            of.liftFirst();
        }
        if (!of.isAny()) {
            filters[domain.ordinal()].clear();
        }
    }

    private TimerGroup groupOf(byte[] time) {
        int id = TimerColumn.groupOf(time);
        for (TimerGroup group : groups) {
            if (group.id() == id) {
                return group;
            }
        }
        return null;
    }

    /** Brings the timers of a group that was just declared to memory, as many as there is room for. */
    void restore(TimerGroup group, Reader reader) {
        boolean hasRoom = true;
        long brought = 0;
        try (TimerScan scan = scanAll()) {
            while (scan.isValid()) {
                byte[] time = scan.key();
                int keyGroup = TimerColumn.keyGroupOf(time);
                if (TimerColumn.isLookUp(time)) {
                    scan.seek(TimerColumn.times(keyGroup + 1, TimerDomain.EVENT));
                    continue;
                }
                TimerDomain domain = TimerColumn.domainOf(time);
                if (hasRoom && (brought & ROOM_MASK) == 0) {
                    hasRoom = backend.hasRoom();
                }
                if (!hasRoom) {
                    isCounted = false;
                    filters[domain.ordinal()].giveUp();
                    bounds(domain).include(keyGroup, TimerColumn.timestampOf(time), TimerColumn.registrationOf(time));
                    scan.seek(TimerColumn.endOfTimes(keyGroup, domain));
                    continue;
                }
                if (TimerColumn.groupOf(time) == group.id()) {
                    reader.bring(format.decode(time, group));
                    brought++;
                }
                scan.next();
            }
        }
    }

    private TimerScan scanAll() {
        return backend.scan(
                TimerColumn.times(keyGroups.first(), TimerDomain.EVENT),
                TimerColumn.times(keyGroups.last() + 1, TimerDomain.EVENT));
    }

    /** What is kept in memory to know of timers that are not, in bytes. */
    long heapBytes() {
        long bytes = 0;
        for (TimerFilter filter : filters) {
            bytes += filter.bytes();
        }
        return bytes;
    }

    /** How many timers of a domain are in the database only. */
    long count(TimerDomain domain, Reader reader) {
        if (!isCounted) {
            for (TimerDomain each : TimerDomain.values()) {
                counts[each.ordinal()] = bounds(each).isAny() ? countStored(each, reader) : 0;
            }
            isCounted = true;
        }
        return counts[domain.ordinal()];
    }

    private long countStored(TimerDomain domain, Reader reader) {
        long count = 0;
        for (int keyGroup = keyGroups.first(); keyGroup <= keyGroups.last(); keyGroup++) {
            try (TimerScan scan =
                    backend.scan(TimerColumn.times(keyGroup, domain), TimerColumn.endOfTimes(keyGroup, domain))) {
                for (; scan.isValid(); scan.next()) {
                    TimerGroup group = groupOf(scan.key());
                    if (group != null && !reader.isKnown(format.decode(scan.key(), group))) {
                        count++;
                    }
                }
            }
        }
        return count;
    }
}
