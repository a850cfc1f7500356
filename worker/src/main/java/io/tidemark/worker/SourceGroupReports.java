package io.tidemark.worker;

import io.tidemark.network.proto.GroupProgress;
import io.tidemark.network.proto.SourceProgress;
import io.tidemark.worker.chain.GroupMember;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskIdentity;
import java.util.ArrayList;
import java.util.List;

/** What source readers in groups say of themselves in heartbeats, and hear of their groups in the answers. Stateless. */
final class SourceGroupReports {
    private SourceGroupReports() {}

    /** What the readers of a task have to say. */
    static List<SourceProgress> of(Task task) {
        List<SourceProgress> reports = new ArrayList<>();
        TaskIdentity identity = task.identity();
        for (GroupMember member : task.groupMembers()) {
            GroupMember.Progress progress = member.progress();
            if (progress != null) {
                reports.add(SourceProgress.newBuilder()
                        .setJobId(identity.jobId())
                        .setAttempt(identity.attempt())
                        .setVertex(identity.vertex())
                        .setSubtask(identity.subtask())
                        .setParallelism(identity.parallelism())
                        .setGroup(member.group())
                        .setWatermark(progress.watermark())
                        .setIdle(progress.idle())
                        .setEnded(progress.ended())
                        .build());
            }
        }
        return reports;
    }

    /** Tells the readers where their groups stand. */
    static void announce(List<GroupProgress> groups, List<Task> tasks) {
        for (GroupProgress group : groups) {
            GroupMember.Announcement announcement =
                    new GroupMember.Announcement(group.getLeastWatermark(), group.getAllIdle());
            for (Task task : tasks) {
                TaskIdentity identity = task.identity();
                boolean isItsAttempt = identity.jobId().equals(group.getJobId())
                        && identity.attempt() == group.getAttempt()
                        && (!group.getGroup().isEmpty() || identity.vertex() == group.getVertex());
                if (isItsAttempt) {
                    task.groupMembers().stream()
                            .filter(member -> member.group().equals(group.getGroup()))
                            .forEach(member -> member.announce(announcement));
                }
            }
        }
    }
}
