package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.WaitExplanation;
import io.tidemark.network.proto.WatermarksReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Sees to it that a standstill is warned of once: when an operator's event time stands still while windows or timers wait for
 * it, and again only when it has moved since and stands for another reason, or a while later. Pure: it is given the time.
 *
 * <p>One thread.
 */
public final class StandstillWatch {
    /** For the same reason no sooner than that. */
    static final long SAME_REASON_MS = 600_000;

    private static final Set<String> GOES_ON = Set.of(WaitCause.FOLLOWS.name(), WaitCause.IDLE_CLOCK.name());

    private record Operator(String jobId, int node) {}

    private record Warned(long standsSinceMs, String reason, long atMs) {}

    private final Map<Operator, Warned> warned = new HashMap<>();

    /**
     * Of the operators that stand still, those of which it was not said yet; of each the subtask that has stood for longest.
     */
    public List<OperatorWatermark> news(String jobId, List<OperatorWatermark> standing) {
        Map<Integer, OperatorWatermark> longest = new TreeMap<>();
        for (OperatorWatermark operator : standing) {
            longest.merge(
                    operator.getNode(),
                    operator,
                    (one, other) -> Comparator.comparingLong(OperatorWatermark::getAdvancedAtMs)
                                            .compare(one, other)
                                    <= 0
                            ? one
                            : other);
        }
        List<OperatorWatermark> news = new ArrayList<>();
        for (OperatorWatermark operator : longest.values()) {
            Warned before = warned.get(new Operator(jobId, operator.getNode()));
            if (before == null || before.standsSinceMs != operator.getAdvancedAtMs()) {
                news.add(operator);
            }
        }
        return news;
    }

    /**
     * What to warn of, now that it is known why.
     *
     * @param news as told by {@link #news}
     * @param all what is known of the job's operators, with those that others wait for
     */
    public List<String> warnings(String jobId, List<OperatorWatermark> news, WatermarksReply all, long nowMs) {
        return warnings(
                jobId,
                news,
                operator -> WatermarkExplainer.explain(
                        operator.getNode(), operator.getSubtask(), all.getOperatorsList(), all.getSilentList(), nowMs),
                nowMs);
    }

    /** As above, by whoever explains the subtask that stands. */
    List<String> warnings(
            String jobId,
            List<OperatorWatermark> news,
            Function<OperatorWatermark, Optional<WaitExplanation>> explainer,
            long nowMs) {
        List<String> warnings = new ArrayList<>();
        for (OperatorWatermark operator : news) {
            explainer
                    .apply(operator)
                    .filter(wait -> !GOES_ON.contains(wait.getCause()))
                    .filter(wait -> isToBeSaid(new Operator(jobId, operator.getNode()), operator, wait, nowMs))
                    .ifPresent(wait -> warnings.add(sentence(operator, wait, nowMs)));
        }
        return warnings;
    }

    private boolean isToBeSaid(Operator of, OperatorWatermark operator, WaitExplanation wait, long nowMs) {
        String reason =
                wait.getCause() + " " + wait.getOrigin() + " " + wait.getOriginSubtask() + " " + wait.getSplit();
        Warned before = warned.get(of);
        boolean isRepetition = before != null && before.reason.equals(reason) && nowMs - before.atMs < SAME_REASON_MS;
        warned.put(of, new Warned(operator.getAdvancedAtMs(), reason, isRepetition ? before.atMs : nowMs));
        return !isRepetition;
    }

    private static String sentence(OperatorWatermark operator, WaitExplanation wait, long nowMs) {
        return wait.getSentence() + " It has stood still for "
                + EventTimes.span(Math.max(0, nowMs - operator.getAdvancedAtMs()))
                + ", and has windows or timers from " + EventTimes.text(operator.getNextDue()) + " on.";
    }

    /** Forgets all jobs but these. */
    public void keepOnly(Set<String> jobIds) {
        warned.keySet().removeIf(operator -> !jobIds.contains(operator.jobId));
    }
}
