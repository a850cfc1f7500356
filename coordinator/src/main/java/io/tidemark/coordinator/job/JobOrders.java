package io.tidemark.coordinator.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What people have asked of a job. Immutable, and durable with the job's facts.
 *
 * @param origin what it starts from until it has a checkpoint of its own
 * @param parallelism of operators that have no number of their own; 0 for what the plan says
 * @param asked the last orders, the newest last; open ones are never forgotten
 * @param savepoint location of the savepoint of the stop that the attempt is in, or that the job has ended with; empty for
 *     none
 */
public record JobOrders(Origin origin, int parallelism, List<Order> asked, String savepoint) {
    public static final JobOrders NONE = new JobOrders(Origin.NONE, 0, List.of(), "");

    private static final int REMEMBERED = 32;

    public JobOrders {
        asked = List.copyOf(asked);
    }

    /** Those of a job that does not start empty. */
    public static JobOrders startFrom(Origin origin) {
        return new JobOrders(origin, 0, List.of(), "");
    }

    public Optional<Order> find(String token) {
        return asked.stream().filter(order -> order.token().equals(token)).findFirst();
    }

    /** The orders of a kind that have no answer yet, the oldest first. */
    List<Order> open(Order.Kind kind) {
        return asked.stream()
                .filter(order -> order.isOpen() && order.kind() == kind)
                .toList();
    }

    /** Set when somebody wants the job to end with a savepoint. */
    public Optional<Order> stop() {
        return open(Order.Kind.STOP).stream().findFirst();
    }

    /** Set when somebody wants another parallelism, until the job runs with it. */
    Optional<Order> rescale() {
        return open(Order.Kind.RESCALE).stream().findFirst();
    }

    /** With one more; the oldest answer is forgotten when there are many. */
    public JobOrders with(Order order) {
        List<Order> more = new ArrayList<>(asked);
        if (more.size() >= REMEMBERED) {
            more.stream().filter(old -> !old.isOpen()).findFirst().ifPresent(more::remove);
        }
        more.add(order);
        return new JobOrders(origin, parallelism, more, savepoint);
    }

    /** With the answer in the place of the order of its token. */
    JobOrders answered(Order answer) {
        List<Order> others = new ArrayList<>(asked);
        others.replaceAll(order -> order.token().equals(answer.token()) ? answer : order);
        return new JobOrders(origin, parallelism, others, savepoint);
    }

    JobOrders withParallelism(int wanted) {
        return new JobOrders(origin, wanted, asked, savepoint);
    }

    JobOrders stoppedWith(String location) {
        return new JobOrders(origin, parallelism, asked, location);
    }
}
