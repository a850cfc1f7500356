package io.tidemark.coordinator.job;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last things that happened to a job, for people. */
final class JobLog {
    private static final int LIMIT = 100;

    private final Deque<String> lines = new ArrayDeque<>();

    void add(long nowMs, String line) {
        lines.addLast(Instant.ofEpochMilli(nowMs).truncatedTo(ChronoUnit.MILLIS) + " " + line);
        if (lines.size() > LIMIT) {
            lines.removeFirst();
        }
    }

    List<String> oldestFirst() {
        return List.copyOf(lines);
    }
}
