package io.tidemark.coordinator.retention;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How many jobs are remembered after their end, and how long; for a minute in any case.
 *
 * @param count of those that finished, and as many of those that did not, so that many short jobs do not push out the one
 *     that failed and whose checkpoints are wanted
 * @param age after which they are forgotten whatever their number; empty for never
 */
public record JobRetention(int count, Optional<Duration> age) {
    public static final JobRetention DEFAULT = new JobRetention(100, Optional.empty());

    /** Whoever waits for the end of a job must get to see it. */
    private static final long AT_LEAST_MS = 60_000;

    private static final Comparator<EndedJob> NEWEST_FIRST =
            Comparator.comparingLong(EndedJob::endedAtMs).reversed().thenComparing(EndedJob::jobId);

    public JobRetention {
        if (count < 0) {
            throw new IllegalArgumentException("retained jobs: " + count);
        }
    }

    /** Ids of the jobs that need not be remembered any more, the oldest first. */
    public List<String> forgettable(Collection<EndedJob> ended, long nowMs) {
        Set<EndedJob> forgettable = new TreeSet<>(NEWEST_FIRST.reversed());
        for (boolean isFinished : new boolean[] {true, false}) {
            ended.stream()
                    .filter(job -> job.isFinished() == isFinished)
                    .sorted(NEWEST_FIRST)
                    .skip(count)
                    .forEach(forgettable::add);
        }
        ended.stream().filter(job -> isTooOld(job, nowMs)).forEach(forgettable::add);
        forgettable.removeIf(job -> nowMs - job.endedAtMs() < AT_LEAST_MS);
        return forgettable.stream().map(EndedJob::jobId).toList();
    }

    private boolean isTooOld(EndedJob job, long nowMs) {
        return age.filter(limit -> nowMs - job.endedAtMs() > limit.toMillis()).isPresent();
    }
}
