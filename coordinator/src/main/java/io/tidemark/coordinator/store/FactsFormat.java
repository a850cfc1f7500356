package io.tidemark.coordinator.store;

import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobOrders;
import io.tidemark.coordinator.job.JobStatus;
import io.tidemark.coordinator.proto.StoredState;
import io.tidemark.coordinator.proto.StoredStop;
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
        stored.setOrigin(orders.origin()).setParallelism(orders.parallelism()).setSavepoint(orders.savepoint());
        orders.stopIfAny()
                .ifPresent(stop -> stored.setStop(StoredStop.newBuilder()
                        .setToken(stop.token())
                        .setDirectory(stop.directory())
                        .setDrain(stop.drain())));
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
                        stored.getOrigin(),
                        stored.getParallelism(),
                        stored.hasStop() ? fromStored(stored.getStop()) : null,
                        stored.getSavepoint()));
    }

    private static JobOrders.Stop fromStored(StoredStop stop) {
        return new JobOrders.Stop(stop.getToken(), stop.getDirectory(), stop.getDrain());
    }
}
