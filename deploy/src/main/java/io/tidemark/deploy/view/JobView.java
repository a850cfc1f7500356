package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.VertexInfo;
import java.util.ArrayList;
import java.util.List;

/** One job in full. */
public record JobView(
        JobListView.Job job, int restarts, Long lastCheckpointId, List<Vertex> vertices, List<String> events)
        implements View {
    /** A step of the job: the operators that share tasks. */
    record Vertex(
            int vertex,
            String name,
            int parallelism,
            List<String> uids,
            List<Task> tasks,
            Integer keyGroupsUsed,
            Skew skew) {
        static Vertex of(VertexInfo vertex) {
            return new Vertex(
                    vertex.getVertex(),
                    vertex.getName(),
                    vertex.getParallelism(),
                    vertex.getUidsList(),
                    vertex.getTasksList().stream()
                            .map(task -> new Task(
                                    task.getSubtask(),
                                    task.getState(),
                                    task.getWorker(),
                                    task.getRecordsIn(),
                                    task.getRecordsOut()))
                            .toList(),
                    vertex.getKeyGroupsUsed() == 0 ? null : vertex.getKeyGroupsUsed(),
                    vertex.hasSkew()
                            ? new Skew(
                                    vertex.getSkew().getCause(),
                                    vertex.getSkew().getHint())
                            : null);
        }
    }

    /** Why the records of a keyed step are spread unevenly. */
    record Skew(String cause, String hint) {}

    record Task(int subtask, String state, String worker, long recordsIn, long recordsOut) {}

    public static JobView of(JobDetail detail) {
        return new JobView(
                JobListView.Job.of(detail.getSummary()),
                detail.getRestarts(),
                detail.getLastCheckpointId() == 0 ? null : detail.getLastCheckpointId(),
                detail.getVerticesList().stream().map(Vertex::of).toList(),
                List.copyOf(detail.getEventsList()));
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        List<String> lines = new ArrayList<>();
        lines.add(job.name() + "  " + job.id());
        lines.add("state       " + job.state() + (job.detail().isEmpty() ? "" : " (" + job.detail() + ")"));
        if (job.failure() != null) {
            lines.add("cause       " + job.failure().cause());
            lines.add("what to do  " + job.failure().hint());
        }
        lines.add("submitted   " + times.clock(job.submittedAtMs()));
        if (job.endedAtMs() != null) {
            lines.add("ended       " + times.clock(job.endedAtMs()));
        }
        lines.add("time        " + job.runTime(nowMs));
        lines.add("restarts    " + restarts);
        lines.add("checkpoint  " + (lastCheckpointId == null ? "none yet" : lastCheckpointId));
        if (!vertices.isEmpty()) {
            lines.add("");
            lines.addAll(tasks());
            for (Vertex vertex : vertices) {
                if (vertex.skew() != null) {
                    lines.add("");
                    lines.add("skew        " + vertex.name() + ": "
                            + vertex.skew().cause());
                    lines.add("what to do  " + vertex.skew().hint());
                }
            }
        }
        if (!events.isEmpty()) {
            lines.add("");
            lines.addAll(events);
        }
        return lines;
    }

    private List<String> tasks() {
        Table table = new Table()
                .left("step")
                .right("subtask")
                .left("state")
                .left("worker")
                .right("records in")
                .right("records out");
        for (Vertex vertex : vertices) {
            for (Task task : vertex.tasks()) {
                table.row(
                        vertex.name(),
                        task.subtask() + 1,
                        task.state(),
                        task.worker(),
                        Words.count(task.recordsIn()),
                        Words.count(task.recordsOut()));
            }
        }
        return table.lines();
    }
}
