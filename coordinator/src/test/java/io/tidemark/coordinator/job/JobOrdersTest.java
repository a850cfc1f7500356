package io.tidemark.coordinator.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobOrdersTest {
    @Test
    void openOrdersAreNeverForgottenAndOfTheAnsweredOnesTheOldestFirst() {
        JobOrders orders = JobOrders.NONE.with(Order.savepoint("open", "/savepoints"));
        for (int i = 0; i < 100; i++) {
            Order order = Order.savepoint("t" + i, "/savepoints");
            orders = orders.with(order).answered(order.done("/savepoints/" + i));
        }
        assertThat(orders.find("open"))
                .hasValueSatisfying(order -> assertThat(order.isOpen()).isTrue());
        assertThat(orders.find("t99")).map(Order::location).contains("/savepoints/99");
        assertThat(orders.find("t0")).isEmpty();
        assertThat(orders.asked()).hasSize(32);
    }

    @Test
    void aStopIsOneUntilItIsAnswered() {
        Order stop = Order.stop("s", "/savepoints", true);
        JobOrders orders = JobOrders.NONE.with(stop);
        assertThat(orders.stop()).contains(stop);
        assertThat(orders.answered(stop.done("/savepoints/a")).stop()).isEmpty();
    }
}
