package io.tidemark.coordinator.job;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The facts of a job: as they are to be, and as they are durable. Whoever depends on a change waits for its version. */
final class Ledger {
    private static final long RETRY_MS = 1_000;

    private JobFacts facts;
    private JobFacts durable;
    private long version;
    private long durableVersion;
    /** Those that are being made durable, by version. */
    private final SortedMap<Long, JobFacts> underWay = new TreeMap<>();

    private long againAtMs = Long.MAX_VALUE;

    /** @param durable as the job store has them */
    Ledger(JobFacts durable) {
        this.facts = durable;
        this.durable = durable;
    }

    JobFacts facts() {
        return facts;
    }

    JobFacts durable() {
        return durable;
    }

    /** Changes them; the next {@link #record} makes it durable. */
    void set(JobFacts next) {
        facts = next;
    }

    /** Has the facts made durable as they are now, under the next version. */
    Effect.Persist record() {
        version++;
        underWay.put(version, facts);
        againAtMs = Long.MAX_VALUE;
        return new Effect.Persist(version, facts);
    }

    /** Of the newest record. */
    long version() {
        return version;
    }

    boolean isDurable(long ofVersion) {
        return ofVersion <= durableVersion;
    }

    void persisted(long ofVersion) {
        if (ofVersion > durableVersion) {
            durableVersion = ofVersion;
            durable = underWay.get(ofVersion);
            underWay.headMap(ofVersion + 1).clear();
        }
    }

    void failed(long nowMs) {
        if (!isDurable(version)) {
            againAtMs = nowMs + RETRY_MS;
        }
    }

    /** Once, when it is time to try a record that has failed again. */
    Optional<Effect.Persist> again(long nowMs) {
        if (nowMs < againAtMs || isDurable(version)) {
            return Optional.empty();
        }
        againAtMs = Long.MAX_VALUE;
        return Optional.of(new Effect.Persist(version, underWay.get(version)));
    }
}
