package io.tidemark.coordinator.store;

import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobOrders;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.job.Order;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.proto.StoredOrder;
import io.tidemark.coordinator.proto.StoredState;
import java.io.IOException;

/** The stored form of {@link JobFacts}. */
final class FactsFormat {
    static final int VERSION = 1;

    private FactsFormat() {}

    static StoredState toStored(JobFacts facts, long epoch) {
        StoredState.Builder stored = StoredState.newBuilder()
                .setFormatVersion(VERSION)
                .setEpoch(epoch)
                .setStatus(facts.status().name())
                .setAttempt(facts.attempt())
                .setRestoreFrom(facts.restoreFrom())
                .addAllCompletedCheckpoints(facts.completed())
                .setNextCheckpointId(facts.nextCheckpointId())
                .setRestarts(facts.restarts())
                .setEndedAtMs(facts.endedAtMs());
        facts.failureIfAny().ifPresent(stored::setFailure);
        JobOrders orders = facts.orders();
        stored.setOrigin(orders.origin().location())
                .setOriginJob(orders.origin().jobId())
                .setOriginCheckpoint(orders.origin().checkpointId())
                .setParallelism(orders.parallelism())
                .setSavepoint(orders.savepoint());
        orders.asked().forEach(order -> stored.addOrders(toStored(order)));
        return stored.build();
    }

    static JobFacts fromStored(StoredState stored) throws IOException {
        if (stored.getFormatVersion() != VERSION) {
            throw new IOException(
                    "it is of format version " + stored.getFormatVersion() + ", this release reads " + VERSION);
        }
        return new JobFacts(
                JobStatus.valueOf(stored.getStatus()),
                stored.getAttempt(),
                stored.getRestoreFrom(),
                stored.getCompletedCheckpointsList(),
                stored.getNextCheckpointId(),
                stored.getRestarts(),
                stored.getEndedAtMs(),
                stored.hasFailure() ? stored.getFailure() : null,
                new JobOrders(
                        new Origin(stored.getOrigin(), stored.getOriginJob(), stored.getOriginCheckpoint()),
                        stored.getParallelism(),
                        stored.getOrdersList().stream()
                                .map(FactsFormat::fromStored)
                                .toList(),
                        stored.getSavepoint()));
    }

    private static StoredOrder toStored(Order order) {
        StoredOrder.Builder stored = StoredOrder.newBuilder()
                .setToken(order.token())
                .setKind(order.kind().name())
                .setDirectory(order.directory())
                .setDrain(order.drain())
                .setParallelism(order.parallelism())
                .setWaits(order.waits())
                .setState(order.state().name())
                .setLocation(order.location());
        if (order.failure() != null) {
            stored.setFailure(order.failure());
        }
        return stored.build();
    }

    private static Order fromStored(StoredOrder stored) {
        return new Order(
                stored.getToken(),
                Order.Kind.valueOf(stored.getKind()),
                stored.getDirectory(),
                stored.getDrain(),
                stored.getParallelism(),
                stored.getWaits(),
                Order.State.valueOf(stored.getState()),
                stored.getLocation(),
                stored.hasFailure() ? stored.getFailure() : null);
    }
}
