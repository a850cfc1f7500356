package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.Stateless;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;

/** Nothing to keep, so nothing but arithmetic. */
final class StatelessLoop {
    private StatelessLoop() {}

    static Tally loop(long events, long keys) {
        TallyCounter tally = new TallyCounter();
        for (long i = 0; i < events; i++) {
            long key = Stateless.key(i, keys);
            long scaled = Stateless.scaled(Stateless.value(i));
            if (Stateless.passes(scaled)) {
                tally.add(Stateless.checksum(key, Stateless.shifted(key, scaled)));
            }
        }
        return tally.take();
    }
}
