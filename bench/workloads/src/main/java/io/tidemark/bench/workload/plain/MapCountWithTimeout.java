package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.CountWithTimeout;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is known of a key in one map, the keys that have a timer by its time in another. */
final class MapCountWithTimeout {
    private static final class Activity {
        private long count;
        private long lastModifiedMs;
    }

    private final long keys;
    private final Map<Long, Activity> activities = new HashMap<>();
    private final TreeMap<Long, List<Long>> timers = new TreeMap<>();
    private final TallyCounter tally = new TallyCounter();

    MapCountWithTimeout(long keys) {
        this.keys = keys;
    }

    Tally loop(long events) {
        for (long i = 0; i < events; i++) {
            Long key = CountWithTimeout.key(i, keys);
            long timestampMs = CountWithTimeout.timestampMs(i);
            Activity activity = activities.computeIfAbsent(key, k -> new Activity());
            activity.count++;
            activity.lastModifiedMs = Math.max(activity.lastModifiedMs, timestampMs);
            timers.computeIfAbsent(timestampMs + CountWithTimeout.TIMEOUT_MS, time -> new ArrayList<>())
                    .add(key);
            fire(timestampMs - 1);
        }
        fire(Long.MAX_VALUE);
        return tally.take();
    }

    private void fire(long watermarkMs) {
        while (!timers.isEmpty() && timers.firstKey() <= watermarkMs) {
            Map.Entry<Long, List<Long>> due = timers.pollFirstEntry();
            for (Long key : due.getValue()) {
                Activity activity = activities.get(key);
                // A key with two events in one millisecond is due twice.
                if (activity != null && due.getKey() == activity.lastModifiedMs + CountWithTimeout.TIMEOUT_MS) {
                    tally.add(CountWithTimeout.checksum(key, activity.count));
                    activities.remove(key);
                }
            }
        }
    }
}
