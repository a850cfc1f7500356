package io.tidemark.coordinator.cluster;

import io.tidemark.network.proto.GroupProgress;
import io.tidemark.network.proto.SourceProgress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What source readers that are kept together have said of their progress. A group lives in one attempt of one job; a newer
 * attempt begins anew. Nothing of it is stored: it is heard again. Pure; one thread.
 */
final class SourceGroups {
    /** A group of which nothing was heard for so long is forgotten. */
    private static final long FORGET_MS = 600_000;

    /** @param vertex -1 when the group has a name */
    private record Group(String jobId, int attempt, String name, int vertex) {}

    private record Member(int vertex, int subtask) {}

    private record Heard(SourceProgress progress, long atMs) {}

    private final Map<Group, Map<Member, Heard>> groups = new HashMap<>();

    /** Takes what a worker says of its readers, and gives where their groups stand. */
    List<GroupProgress> hear(List<SourceProgress> reports, long nowMs) {
        Set<Group> asked = new LinkedHashSet<>();
        for (SourceProgress report : reports) {
            Group group = groupOf(report);
            if (groups.keySet().stream().anyMatch(other -> isNewer(other, group))) {
                continue;
            }
            groups.keySet().removeIf(other -> isNewer(group, other));
            groups.computeIfAbsent(group, missing -> new HashMap<>())
                    .put(new Member(report.getVertex(), report.getSubtask()), new Heard(report, nowMs));
            asked.add(group);
        }
        groups.values()
                .removeIf(members -> members.values().stream().allMatch(heard -> nowMs - heard.atMs > FORGET_MS));
        List<GroupProgress> progress = new ArrayList<>();
        asked.forEach(group -> progress.add(progress(group)));
        return progress;
    }

    private static Group groupOf(SourceProgress report) {
        return new Group(
                report.getJobId(),
                report.getAttempt(),
                report.getGroup(),
                report.getGroup().isEmpty() ? report.getVertex() : -1);
    }

    private static boolean isNewer(Group one, Group other) {
        return one.jobId.equals(other.jobId) && one.attempt > other.attempt;
    }

    private GroupProgress progress(Group group) {
        Collection<SourceProgress> members =
                groups.get(group).values().stream().map(Heard::progress).toList();
        return GroupProgress.newBuilder()
                .setJobId(group.jobId)
                .setAttempt(group.attempt)
                .setGroup(group.name)
                .setVertex(Math.max(0, group.vertex))
                .setLeastWatermark(members.stream()
                        .filter(member -> !isOut(member))
                        .mapToLong(SourceProgress::getWatermark)
                        .min()
                        .orElse(Long.MAX_VALUE))
                .setAllIdle(isComplete(members) && members.stream().allMatch(SourceGroups::isOut))
                .build();
    }

    /** Whether nobody waits for it. */
    private static boolean isOut(SourceProgress member) {
        return member.getIdle() || member.getEnded();
    }

    private static boolean isComplete(Collection<SourceProgress> members) {
        Map<Integer, List<SourceProgress>> byVertex =
                members.stream().collect(Collectors.groupingBy(SourceProgress::getVertex));
        return byVertex.values().stream()
                .allMatch(readers -> readers.size() == readers.get(0).getParallelism());
    }
}
