package io.tidemark.bench.sidebyside;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Which contests go on: once an engine was run a few times under each setting, only the one that served it better, since it
 * is compared at its better setting only and the runs under the other would be for nothing.
 */
final class Settling {
    /** Ahead is whoever has the lower 99th percentile of latency or, where latency is not asked for, is faster. */
    private static final Comparator<List<Run>> SERVED_BETTER =
            Comparator.<List<Run>>comparingDouble(runs -> -median(runs, Settling::p99Ms))
                    .thenComparingDouble(runs -> median(runs, Run::eventsPerSecond));

    private Settling() {}

    /**
     * @param contests of one workload
     * @param runs of these contests so far
     * @return of each engine the contest that served it better; an engine without a valid run keeps all of its contests
     */
    static List<Contest> settle(List<Contest> contests, List<Run> runs) {
        Map<Contest, List<Run>> valid = contests.stream()
                .collect(Collectors.toMap(contest -> contest, contest -> runs.stream()
                        .filter(run -> run.isValid() && isOf(run, contest))
                        .toList()));
        return contests.stream()
                .filter(contest -> contests.stream()
                        .filter(other -> other.engine().equals(contest.engine()) && other != contest)
                        .noneMatch(other -> isAhead(valid.get(other), valid.get(contest))))
                .toList();
    }

    private static boolean isOf(Run run, Contest contest) {
        return run.workload().equals(contest.workload().id())
                && run.engine().equals(contest.engine())
                && run.setting().equals(contest.setting().title());
    }

    private static boolean isAhead(List<Run> some, List<Run> others) {
        if (some.isEmpty() || others.isEmpty()) {
            return !some.isEmpty();
        }
        return SERVED_BETTER.compare(some, others) > 0;
    }

    private static double p99Ms(Run run) {
        return run.latency() == null ? 0 : run.latency().p99Ms();
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> of) {
        return Measure.median(runs.stream().mapToDouble(of).sorted().toArray());
    }
}
