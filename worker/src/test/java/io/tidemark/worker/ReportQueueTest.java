package io.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskReport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportQueueTest {
    private static final ReportQueue.Report TASKS = coordinator -> {};
    private static final ReportQueue.Report ACK = coordinator -> {};

    private final List<ReportTasksRequest> requests = new ArrayList<>();
    private final ReportQueue queue = new ReportQueue("w1", request -> {
        requests.add(request);
        return TASKS;
    });

    private static TaskReport task(int subtask) {
        return TaskReport.newBuilder()
                .setTask(TaskId.newBuilder().setSubtask(subtask))
                .setState("RUNNING")
                .build();
    }

    private ReportQueue.Report sent() throws InterruptedException {
        ReportQueue.Report report = queue.next();
        queue.isSent();
        return report;
    }

    @Test
    void whatHasComeAboutTasksOneAfterTheOtherIsOneCall() throws InterruptedException {
        queue.add(3, task(0));
        queue.add(3, task(1));
        queue.add(3, task(2));

        assertThat(sent()).isSameAs(TASKS);
        assertThat(requests)
                .containsExactly(ReportTasksRequest.newBuilder()
                        .setWorkerId("w1")
                        .setEpoch(3)
                        .addTasks(task(0))
                        .addTasks(task(1))
                        .addTasks(task(2))
                        .build());
    }

    @Test
    void nothingIsToldBeforeWhatCameEarlier() throws InterruptedException {
        queue.add(3, task(0));
        queue.add(ACK);
        queue.add(3, task(1));

        assertThat(List.of(sent(), sent(), sent())).containsExactly(TASKS, ACK, TASKS);
        assertThat(requests).extracting(ReportTasksRequest::getTasksCount).containsExactly(1, 1);
    }

    @Test
    void tasksOfTwoCoordinatorsAreTwoCalls() throws InterruptedException {
        queue.add(3, task(0));
        queue.add(4, task(0));

        sent();
        sent();

        assertThat(requests).extracting(ReportTasksRequest::getEpoch).containsExactly(3L, 4L);
    }

    @Test
    void whatHasNotGotThroughIsTheNextAgain() throws InterruptedException {
        queue.add(3, task(0));
        queue.next();
        queue.add(3, task(1));

        assertThat(sent()).isSameAs(TASKS);
        assertThat(requests.get(0).getTasksCount()).isEqualTo(1);
        sent();

        assertThat(requests).hasSize(2);
    }

    @Test
    void aCallHasALimit() throws InterruptedException {
        for (int subtask = 0; subtask < 100; subtask++) {
            queue.add(3, task(subtask));
        }

        sent();
        sent();

        assertThat(requests).extracting(ReportTasksRequest::getTasksCount).containsExactly(64, 36);
    }
}
