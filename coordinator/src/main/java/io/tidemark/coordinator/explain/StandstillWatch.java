package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.WaitExplanation;
import io.tidemark.network.proto.WatermarksReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Sees to it that a standstill is warned of once: when an operator's event time stands still while windows or timers wait for
 * it, and again only when it stands for another reason, or has moved since and stands again a while later. Pure: it is given the time.
 *
 * <p>One thread.
 */
public final class StandstillWatch {
    /** For the same reason no sooner than that. */
    static final long SAME_REASON_MS = 600_000;

    private static final Set<String> GOES_ON = Set.of(WaitCause.FOLLOWS.name(), WaitCause.IDLE_CLOCK.name());

    private record Subtask(String jobId, int node, int subtask) {}

    private record Reason(String jobId, int node, String why) {}

    /** By subtask since when it has stood when it was last told why it does. */
    private final Map<Subtask, Long> explained = new HashMap<>();

    /** When it was last said of an operator that it stands for this reason. */
    private final Map<Reason, Long> saidAtMs = new HashMap<>();

    /**
     * Of the subtasks that stand still, those of which it is not known yet why; of each operator first the one that has stood for
     * longest.
     */
    public List<OperatorWatermark> news(String jobId, List<OperatorWatermark> standing) {
        return standing.stream()
                .filter(operator ->
                        !Objects.equals(explained.get(subtask(jobId, operator)), operator.getAdvancedAtMs()))
                .sorted(Comparator.comparingInt(OperatorWatermark::getNode)
                        .thenComparingLong(OperatorWatermark::getAdvancedAtMs)
                        .thenComparingInt(OperatorWatermark::getSubtask))
                .toList();
    }

    private static Subtask subtask(String jobId, OperatorWatermark operator) {
        return new Subtask(jobId, operator.getNode(), operator.getSubtask());
    }

    /**
     * What to warn of, now that it is known why: of all subtasks of an operator that stand for one reason it is said of one.
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
                    .filter(wait -> isToBeSaid(jobId, operator, wait, nowMs))
                    .ifPresent(wait -> warnings.add(sentence(operator, wait, nowMs)));
        }
        return warnings;
    }

    private boolean isToBeSaid(String jobId, OperatorWatermark operator, WaitExplanation wait, long nowMs) {
        explained.put(subtask(jobId, operator), operator.getAdvancedAtMs());
        Reason reason = new Reason(
                jobId,
                operator.getNode(),
                wait.getCause() + " " + wait.getOrigin() + " " + wait.getOriginSubtask() + " " + wait.getSplit());
        Long before = saidAtMs.get(reason);
        boolean isRepetition = before != null && nowMs - before < SAME_REASON_MS;
        if (!isRepetition) {
            saidAtMs.put(reason, nowMs);
        }
        return !isRepetition;
    }

    private static String sentence(OperatorWatermark operator, WaitExplanation wait, long nowMs) {
        return wait.getSentence() + " It has stood still for "
                + EventTimes.span(Math.max(0, nowMs - operator.getAdvancedAtMs()))
                + ", and has windows or timers from " + EventTimes.text(operator.getNextDue()) + " on.";
    }

    /** Forgets all jobs but these. */
    public void keepOnly(Set<String> jobIds) {
        explained.keySet().removeIf(subtask -> !jobIds.contains(subtask.jobId));
        saidAtMs.keySet().removeIf(reason -> !jobIds.contains(reason.jobId));
    }
}
