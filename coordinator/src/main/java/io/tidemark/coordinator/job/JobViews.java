package io.tidemark.coordinator.job;

import io.tidemark.coordinator.explain.KeySkew;
import io.tidemark.coordinator.graph.Vertex;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequest;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.TaskInfo;
import io.tidemark.network.proto.VertexInfo;
import java.util.List;
import java.util.Optional;

/** A job as people see it. */
public final class JobViews {
    private JobViews() {}

    public static JobSummary summary(JobMaster master) {
        JobFacts facts = master.facts();
        JobSummary.Builder summary = JobSummary.newBuilder()
                .setJobId(master.spec().jobId())
                .setName(master.spec().name())
                .setState(master.state().name())
                .setSubmittedAtMs(master.spec().submittedAtMs())
                .setEndedAtMs(master.state().isTerminal() ? facts.endedAtMs() : 0)
                .setAttempt(facts.attempt())
                .setTasksTotal(master.graph().taskCount())
                .setTasksRunning(master.tasks().map(JobViews::running).orElse(0))
                .setDetail(master.remark());
        if (master.state().isTerminal()) {
            facts.failureIfAny().ifPresent(summary::setFailure);
        }
        return summary.build();
    }

    public static JobDetail detail(JobMaster master) {
        JobDetail.Builder detail = JobDetail.newBuilder()
                .setSummary(summary(master))
                .setRestarts(master.facts().restarts())
                .addAllEvents(master.log().oldestFirst())
                .setLastCheckpointId(master.facts().latestCheckpoint());
        detail.setParallelism(master.graph().parallelism())
                .setMaxParallelism(master.graph().plan().getMaxParallelism())
                .addAllRequests(requests(master.requests()))
                .setSavepoint(
                        master.state() == JobState.FINISHED
                                ? master.facts().orders().savepoint()
                                : "");
        for (Vertex vertex : master.graph().vertices()) {
            VertexInfo.Builder info = VertexInfo.newBuilder()
                    .setVertex(vertex.id())
                    .setName(vertex.name())
                    .setParallelism(vertex.parallelism())
                    .addAllUids(vertex.uids())
                    .addAllTasks(tasks(master.tasks(), vertex.id()));
            master.tasks().ifPresent(table -> addSkew(info, table, vertex, detail.getMaxParallelism()));
            detail.addVertices(info);
        }
        return detail.build();
    }

    /** What was asked of a job, as people see it. */
    public static List<JobRequest> requests(List<Order> orders) {
        return orders.stream().map(JobViews::request).toList();
    }

    /** Something that was asked of a job, as people see it. */
    public static JobRequest request(Order order) {
        JobRequest.Builder request = JobRequest.newBuilder()
                .setToken(order.token())
                .setKind(order.kind().name())
                .setState(order.state().name())
                .setLocation(order.location());
        if (order.failure() != null) {
            request.setFailure(order.failure());
        }
        return request.build();
    }

    private static void addSkew(VertexInfo.Builder info, TaskTable tasks, Vertex vertex, int keyGroups) {
        int used = tasks.usedKeyGroups(vertex.inputs()).cardinality();
        if (used == 0) {
            return;
        }
        long[] recordsIn = tasks.of(vertex.id()).stream()
                .mapToLong(TaskTable.Entry::recordsIn)
                .toArray();
        info.setKeyGroupsUsed(used);
        KeySkew.of(recordsIn, used, keyGroups)
                .ifPresent(skew -> info.setSkew(
                        ErrorDetail.newBuilder().setCause(skew.cause()).setHint(skew.advice())));
    }

    private static int running(TaskTable tasks) {
        return tasks.count(TaskState.RUNNING) + tasks.count(TaskState.ENDED);
    }

    private static List<TaskInfo> tasks(Optional<TaskTable> tasks, int vertex) {
        return tasks.map(table -> table.of(vertex).stream()
                        .map(entry -> TaskInfo.newBuilder()
                                .setSubtask(entry.task().subtask())
                                .setState(entry.state().name())
                                .setWorker(entry.workerId())
                                .setRecordsIn(entry.recordsIn())
                                .setRecordsOut(entry.recordsOut())
                                .build())
                        .toList())
                .orElse(List.of());
    }
}
