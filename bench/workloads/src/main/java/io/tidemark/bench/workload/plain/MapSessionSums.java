package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.SessionSums;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;
import io.tidemark.bench.workload.WindowSums;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The newest session of each key in one map, those that may have ended by the time of that in another: a session that has grown
 * since is put there again.
 */
final class MapSessionSums {
    private static final class Session {
        private final long key;
        private long firstMs;
        private long lastMs;
        private long count;
        private long sum;

        private Session(long key, long timestampMs) {
            this.key = key;
            this.firstMs = timestampMs;
            this.lastMs = timestampMs;
        }

        private long endMs() {
            return lastMs + SessionSums.GAP_MS;
        }
    }

    private final long keys;
    private final Map<Long, Session> newest = new HashMap<>();
    private final TreeMap<Long, List<Session>> due = new TreeMap<>();
    private final TallyCounter tally = new TallyCounter();

    MapSessionSums(long keys) {
        this.keys = keys;
    }

    Tally loop(long events) {
        long newestMs = Long.MIN_VALUE;
        for (long i = 0; i < events; i++) {
            long timestampMs = SessionSums.timestampMs(i);
            Session session = session(SessionSums.key(i, keys), timestampMs);
            session.firstMs = Math.min(session.firstMs, timestampMs);
            session.lastMs = Math.max(session.lastMs, timestampMs);
            session.count++;
            session.sum += WindowSums.value(i);
            if (timestampMs > newestMs) {
                newestMs = timestampMs;
                fire(newestMs - WindowSums.BOUND_MS);
            }
        }
        fire(Long.MAX_VALUE);
        return tally.take();
    }

    private Session session(long key, long timestampMs) {
        Session session = newest.get(key);
        if (session == null || session.endMs() < timestampMs) {
            session = new Session(key, timestampMs);
            newest.put(key, session);
            dueAtItsEnd(session);
        }
        return session;
    }

    private void dueAtItsEnd(Session session) {
        due.computeIfAbsent(session.endMs(), time -> new ArrayList<>()).add(session);
    }

    /** Sessions that end up to this time. */
    private void fire(long timeMs) {
        while (!due.isEmpty() && due.firstKey() <= timeMs) {
            Map.Entry<Long, List<Session>> ended = due.pollFirstEntry();
            for (Session session : ended.getValue()) {
                if (session.endMs() > ended.getKey()) {
                    dueAtItsEnd(session);
                } else {
                    tally.add(SessionSums.checksum(
                            session.firstMs, session.endMs(), session.key, session.count, session.sum));
                    newest.remove(session.key, session);
                }
            }
        }
    }
}
