package io.tidemark.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.graph.TaskSlot;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private final Scheduler scheduler = new Scheduler();

    @BeforeEach
    void twoWorkersOfTwoSlots() {
        scheduler.addWorker("w1", "w1:1", 2);
        scheduler.addWorker("w2", "w2:1", 2);
    }

    private static List<String> workers(Scheduler.Answer answer) {
        return answer.granted().stream().map(TaskSlot::workerId).toList();
    }

    @Test
    void slotsAreSpreadEvenlyOverWorkers() {
        scheduler.request("a", 2);
        assertThat(scheduler.serve())
                .singleElement()
                .satisfies(answer -> assertThat(workers(answer)).containsExactly("w1", "w2"));
        scheduler.request("b", 2);
        assertThat(scheduler.serve())
                .singleElement()
                .satisfies(answer -> assertThat(workers(answer)).containsExactly("w1", "w2"));
        assertThat(scheduler.freeSlots("w1")).isZero();
    }

    @Test
    void theEmptiestWorkerIsFilledFirst() {
        scheduler.addWorker("w3", "w3:1", 4);
        scheduler.request("a", 5);
        assertThat(workers(scheduler.serve().get(0))).containsExactly("w3", "w3", "w1", "w2", "w3");
    }

    @Test
    void aJobGetsAllItsSlotsOrNone() {
        scheduler.request("a", 5);
        assertThat(scheduler.serve()).containsExactly(new Scheduler.Answer("a", List.of(), 5, 4));
        assertThat(scheduler.freeSlots("w1")).isEqualTo(2);
        scheduler.addWorker("w3", "w3:1", 1);
        assertThat(scheduler.serve()).singleElement().satisfies(answer -> {
            assertThat(answer.isGrant()).isTrue();
            assertThat(answer.granted()).hasSize(5);
        });
    }

    @Test
    void aWaitingJobIsToldOnceForEveryNumberOfFreeSlots() {
        scheduler.request("a", 5);
        assertThat(scheduler.serve()).hasSize(1);
        assertThat(scheduler.serve()).isEmpty();
        scheduler.removeWorker("w2");
        assertThat(scheduler.serve()).containsExactly(new Scheduler.Answer("a", List.of(), 5, 2));
    }

    @Test
    void aSmallJobPassesABigOneThatDoesNotFit() {
        scheduler.request("big", 9);
        scheduler.request("small", 1);
        assertThat(scheduler.serve())
                .filteredOn(Scheduler.Answer::isGrant)
                .extracting(Scheduler.Answer::jobId)
                .containsExactly("small");
    }

    @Test
    void jobsAreServedInTheOrderTheyAsked() {
        scheduler.request("first", 3);
        scheduler.request("second", 3);
        assertThat(scheduler.serve())
                .filteredOn(Scheduler.Answer::isGrant)
                .extracting(Scheduler.Answer::jobId)
                .containsExactly("first");
        scheduler.release("first");
        assertThat(scheduler.serve())
                .filteredOn(Scheduler.Answer::isGrant)
                .extracting(Scheduler.Answer::jobId)
                .containsExactly("second");
    }

    @Test
    void askingAgainGivesBackWhatTheJobHolds() {
        scheduler.request("a", 4);
        scheduler.serve();
        scheduler.request("a", 3);
        assertThat(scheduler.serve().get(0).granted()).hasSize(3);
        assertThat(scheduler.freeSlots("w1") + scheduler.freeSlots("w2")).isEqualTo(1);
    }

    @Test
    void theSlotsOfALostWorkerAreGoneAndThoseOfItsSuccessorAreFree() {
        scheduler.request("a", 4);
        scheduler.serve();
        scheduler.removeWorker("w2");
        assertThat(scheduler.freeSlots("w2")).isZero();
        scheduler.addWorker("w2", "w2:9", 2);
        assertThat(scheduler.freeSlots("w2")).isEqualTo(2);
        assertThat(scheduler.freeSlots("w1")).isZero();
        scheduler.request("a", 4);
        assertThat(scheduler.serve().get(0).granted()).contains(new TaskSlot("w2", "w2:9"));
    }
}
