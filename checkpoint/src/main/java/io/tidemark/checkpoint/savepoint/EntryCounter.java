package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.store.SnapshotEntries;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the entries of one handle by state. Keys are spread over key groups by a hash, so some of the groups tell about
 * all: counting stops after {@code enough} entries, at the end of a group.
 */
final class EntryCounter {
    private static final double GOLDEN = 0.618;

    private final long enough;
    private final Map<Integer, long[]> entriesAndBytes = new HashMap<>();
    private long seen;
    private int groupsSeen;

    private EntryCounter(long enough) {
        this.enough = enough;
    }

    /**
     * Counts a handle.
     *
     * @param enough after how many entries to infer the rest
     * @return by the number of the state
     */
    static Map<Integer, EntryCount> count(KeyedStateHandle handle, OpenHandles open, long enough) {
        if (handle.getFilesCount() == 0) {
            return Map.of();
        }
        try (SnapshotEntries entries = open.open(handle)) {
            return new EntryCounter(enough).count(handle, entries);
        }
    }

    private Map<Integer, EntryCount> count(KeyedStateHandle handle, SnapshotEntries entries) {
        KeyGroupRange groups = entries.keyGroups();
        int stride = strideOver(groups.count());
        while (groupsSeen < groups.count() && seen < enough) {
            int group = groups.first() + (int) ((long) groupsSeen * stride % groups.count());
            count(entries.states(group));
            count(entries.timers(group));
            groupsSeen++;
        }
        boolean isExact = groupsSeen == groups.count();
        Map<Integer, EntryCount> counts = new HashMap<>();
        for (StateMeta state : handle.getStatesList()) {
            long[] both = entriesAndBytes.getOrDefault(state.getId(), new long[2]);
            counts.put(state.getId(), new EntryCount(scaled(both[0], groups), scaled(both[1], groups), isExact));
        }
        return counts;
    }

    private long scaled(long number, KeyGroupRange groups) {
        return groupsSeen == groups.count() ? number : Math.round((double) number / groupsSeen * groups.count());
    }

    /** A step that comes to every one of so many groups, far apart at first. */
    private static int strideOver(int groups) {
        int stride = Math.max(1, (int) (groups * GOLDEN));
        while (gcd(stride, groups) != 1) {
            stride++;
        }
        return stride;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private void count(SnapshotEntries.Walk walk) {
        try (walk) {
            while (walk.next()) {
                long[] both = entriesAndBytes.computeIfAbsent(walk.id(), missing -> new long[2]);
                both[0]++;
                both[1] += walk.key().length + walk.value().length;
                seen++;
            }
        }
    }
}
