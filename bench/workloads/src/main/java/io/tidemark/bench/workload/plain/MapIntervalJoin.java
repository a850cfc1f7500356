package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.IntervalJoin;
import io.tidemark.bench.workload.IntervalJoin.Event;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** The events of a key in two queues, gone through for each event of the other stream; those that are too old leave then. */
final class MapIntervalJoin {
    /** An event that is so much older than the newest one has no partner any more. */
    private static final long KEPT_MS = IntervalJoin.APART_MS + IntervalJoin.DISORDER_MS;

    private static final class Events {
        private final ArrayDeque<Event> left = new ArrayDeque<>(4);
        private final ArrayDeque<Event> right = new ArrayDeque<>(4);
    }

    private final long keys;
    private final Map<Long, Events> events = new HashMap<>();
    private final TallyCounter tally = new TallyCounter();
    private long newestMs;

    MapIntervalJoin(long keys) {
        this.keys = keys;
    }

    Tally loop(long count) {
        long perStream = IntervalJoin.perStream(count);
        for (long i = 0; i < perStream; i++) {
            Event left = IntervalJoin.left(i, keys);
            Events ofLeft = of(left);
            ofLeft.left.add(left);
            for (Iterator<Event> rights = ofLeft.right.iterator(); rights.hasNext(); ) {
                meet(left, rights.next(), rights, true);
            }
            Event right = IntervalJoin.right(i, keys);
            Events ofRight = of(right);
            ofRight.right.add(right);
            for (Iterator<Event> lefts = ofRight.left.iterator(); lefts.hasNext(); ) {
                meet(lefts.next(), right, lefts, false);
            }
        }
        return tally.take();
    }

    private Events of(Event event) {
        newestMs = Math.max(newestMs, event.timestampMs());
        return events.computeIfAbsent(event.key(), key -> new Events());
    }

    private void meet(Event left, Event right, Iterator<Event> older, boolean isRightOlder) {
        if ((isRightOlder ? right : left).timestampMs() < newestMs - KEPT_MS) {
            older.remove();
        } else if (Math.abs(right.timestampMs() - left.timestampMs()) <= IntervalJoin.APART_MS) {
            tally.add(IntervalJoin.checksum(left.key(), left.value(), right.value()));
        }
    }
}
