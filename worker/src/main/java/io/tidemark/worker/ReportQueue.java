package io.tidemark.worker;

import io.tidemark.network.proto.CoordinatorServiceGrpc.CoordinatorServiceBlockingStub;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.TaskReport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/**
 * What the coordinator is still to be told, in order. What comes about tasks one after the other, while the coordinator is being
 * told something else, is one call: jobs of many tasks come to their states together. Thread-safe; one thread takes.
 */
final class ReportQueue {
    /** A failure brings a stack trace, and a call has a limit. */
    private static final int MOST_TASKS = 64;

    /** A report: one call, made until it gets through. */
    interface Report {
        void send(CoordinatorServiceBlockingStub coordinator);
    }

    /** A call, or what a task has come to. */
    private record Item(Report call, long epoch, TaskReport task) {}

    private final String workerId;
    private final Function<ReportTasksRequest, Report> ofTasks;
    private final Deque<Item> items = new ArrayDeque<>();

    /** The one that was taken last and has not got through; null when it has. */
    private Report unsent;

    ReportQueue(String workerId) {
        this(workerId, request -> coordinator -> coordinator.reportTasks(request));
    }

    /** @param ofTasks the call for a request */
    ReportQueue(String workerId, Function<ReportTasksRequest, Report> ofTasks) {
        this.workerId = workerId;
        this.ofTasks = ofTasks;
    }

    synchronized void add(Report call) {
        items.add(new Item(call, 0, null));
        notifyAll();
    }

    /** @param epoch of the coordinator that the task was deployed by */
    synchronized void add(long epoch, TaskReport task) {
        items.add(new Item(null, epoch, task));
        notifyAll();
    }

    /** The next call, as soon as there is one: the same again until it {@link #isSent}. */
    synchronized Report next() throws InterruptedException {
        if (unsent != null) {
            return unsent;
        }
        while (items.isEmpty()) {
            wait();
        }
        Item first = items.remove();
        unsent = first.call != null ? first.call : ofTasks(first);
        return unsent;
    }

    /** The coordinator has taken the call, or refused it. */
    synchronized void isSent() {
        unsent = null;
    }

    private Report ofTasks(Item first) {
        ReportTasksRequest.Builder request = ReportTasksRequest.newBuilder()
                .setWorkerId(workerId)
                .setEpoch(first.epoch)
                .addTasks(first.task);
        while (!items.isEmpty()
                && items.peek().task != null
                && items.peek().epoch == first.epoch
                && request.getTasksCount() < MOST_TASKS) {
            request.addTasks(items.remove().task);
        }
        return ofTasks.apply(request.build());
    }
}
