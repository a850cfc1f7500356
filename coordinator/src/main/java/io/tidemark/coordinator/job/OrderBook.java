package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was asked of the job: takes orders, and answers them. An order and its answer are part of the job's facts. */
final class OrderBook {
    private static final int REFUSALS_REMEMBERED = 32;

    private final JobRun run;
    /** Orders that were refused at once, the last ones by token. They are as good as never given, and not durable. */
    private final Map<String, Order> refused = new LinkedHashMap<>();

    OrderBook(JobRun run) {
        this.run = run;
    }

    /**
     * Takes an order, unless it is there already or impossible.
     *
     * @param slotsThere that the job could have
     * @param shortage of slots that it waits for, in words; else empty
     * @return whether it is to be carried out
     */
    boolean take(Order order, int slotsThere, String shortage) {
        if (find(order.token()).isPresent()) {
            return false;
        }
        Optional<ErrorDetail> problem = new OrderCheck(run, shortage).problem(order, slotsThere);
        if (problem.isPresent()) {
            refused.put(order.token(), order.failed(problem.get()));
            if (refused.size() > REFUSALS_REMEMBERED) {
                refused.remove(refused.keySet().iterator().next());
            }
            return false;
        }
        if (order.kind() == Order.Kind.RESCALE) {
            run.orders()
                    .rescale()
                    .ifPresent(old -> fail(
                            old,
                            "a rescale to " + order.parallelism() + " has taken the place of this one",
                            "Nothing needs to be done; tidemark job "
                                    + run.spec().jobId() + " shows how it goes on."));
        }
        run.ledger().set(run.facts().with(run.orders().with(order)));
        run.persist();
        run.note(
                switch (order.kind()) {
                    case SAVEPOINT -> "a savepoint was asked for";
                    case STOP -> order.drain() ? "a stop with drain was asked for" : "a stop was asked for";
                    case RESCALE -> "a parallelism of " + order.parallelism() + " was asked for";
                });
        return true;
    }

    /** @param location of the savepoint; empty for a rescale */
    void done(Order order, String location) {
        answer(order.done(location));
    }

    void fail(Order order, String cause, String hint) {
        answer(order.failed(Failure.detail(cause, hint)));
    }

    private void answer(Order answer) {
        run.ledger().set(run.facts().with(run.orders().answered(answer)));
        run.persist();
    }

    /** That somebody wants and that the job is not about to have yet. */
    Optional<Integer> parallelismWanted() {
        return run.orders()
                .rescale()
                .map(Order::parallelism)
                .filter(wanted -> wanted != run.graph().parallelism());
    }

    /**
     * With an answer to all that is open, as the job ends.
     *
     * @param withoutSavepoint why a stop has come to nothing although the job has finished
     */
    JobOrders atEnd(JobStatus how, ErrorDetail withoutSavepoint) {
        boolean isFinished = how == JobStatus.FINISHED;
        String savepoint = isFinished ? run.orders().savepoint() : "";
        ErrorDetail ended = Failure.detail(
                "job " + run.spec().jobId() + " is " + how,
                "Look at it: tidemark job " + run.spec().jobId());
        JobOrders answered = run.orders().stoppedWith(savepoint);
        for (Order order : run.orders().asked()) {
            if (!order.isOpen()) {
                continue;
            }
            if (order.kind() != Order.Kind.STOP || !isFinished) {
                answered = answered.answered(order.failed(ended));
            } else {
                answered =
                        answered.answered(savepoint.isEmpty() ? order.failed(withoutSavepoint) : order.done(savepoint));
            }
        }
        return answered;
    }

    /** What was asked for under this token, refused orders included; an answer is told once it is durable. */
    Optional<Order> find(String token) {
        return run.orders().find(token).map(this::told).or(() -> Optional.ofNullable(refused.get(token)));
    }

    /** What was asked for and not refused, the newest last. */
    List<Order> all() {
        return run.orders().asked().stream().map(this::told).toList();
    }

    private Order told(Order order) {
        boolean isTold =
                order.isOpen() || run.ledger().durable().orders().asked().contains(order);
        return isTold ? order : order.reopened();
    }
}
