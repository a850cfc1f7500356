package io.tidemark.coordinator.submission;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.coordinator.graph.RestoreCheck;
import io.tidemark.coordinator.job.JobFacts;
import io.tidemark.coordinator.job.JobOrders;
import io.tidemark.coordinator.job.Origin;
import io.tidemark.coordinator.planning.PlanningFailure;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.RestoreFrom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a new job starts from, looked at before anything of it is stored.
 *
 * @param notes what the user should know
 */
record Start(JobFacts facts, List<String> notes) {
    /** Sees that the files of another job's checkpoint stay while one is about to start from it. */
    interface Lender {
        ClusterMaster.Loan borrow(Origin origin);
    }

    /**
     * @param storageOptions how the storage with the savepoint is reached
     * @param fit looks whether the state that it holds fits what the job declares
     * @throws PlanningFailure when the job cannot start from there
     */
    static Start of(JobPlanProto plan, RestoreFrom from, Configuration storageOptions, Lender lender, StateFitCheck fit)
            throws PlanningFailure, IOException, InterruptedException {
        if (from.getLocation().isEmpty()) {
            return new Start(JobFacts.fresh(), List.of());
        }
        Savepoint savepoint = open(from.getLocation(), storageOptions);
        Origin origin = origin(savepoint);
        if (!savepoint.isSelfContained()) {
            borrow(lender, origin);
            // It may have gone just before.
            savepoint = open(from.getLocation(), storageOptions);
        }
        RestoreCheck.Outcome outcome = RestoreCheck.savepoint(ExecutionGraph.of(plan), savepoint.manifest(), from);
        if (outcome.problem().isPresent()) {
            throw new PlanningFailure(outcome.problem().get());
        }
        List<String> notes = new ArrayList<>(outcome.notes());
        notes.addAll(fit.check(plan, savepoint.manifest(), from));
        return new Start(JobFacts.fresh().with(JobOrders.startFrom(origin)), List.copyOf(notes));
    }

    private static Origin origin(Savepoint savepoint) {
        CheckpointManifest manifest = savepoint.manifest();
        return savepoint.isSelfContained()
                ? Origin.savepoint(savepoint.location())
                : new Origin(savepoint.location(), manifest.getJobId(), manifest.getCheckpointId());
    }

    private static void borrow(Lender lender, Origin origin) throws PlanningFailure {
        if (lender.borrow(origin) == ClusterMaster.Loan.GONE) {
            throw new PlanningFailure(
                    "checkpoint " + origin.checkpointId() + " of job " + origin.jobId()
                            + " is being removed, as the job has newer ones",
                    "Take the newest that tidemark checkpoints " + origin.jobId() + " shows.");
        }
    }

    private static Savepoint open(String location, Configuration storageOptions) throws PlanningFailure {
        try {
            return Savepoints.open(location, storageOptions);
        } catch (CorruptCheckpointException e) {
            throw failure("the savepoint " + location + " is damaged: ", e, "Use another one.");
        } catch (IOException | RuntimeException e) {
            throw failure(
                    "",
                    e,
                    "Give the directory of a savepoint, or the path of a checkpoint that tidemark checkpoints shows, as"
                            + " the coordinator finds it.");
        }
    }

    /** What a message has after its first line is its own advice. */
    private static PlanningFailure failure(String what, Exception failure, String otherwise) {
        List<String> lines = String.valueOf(failure.getMessage()).lines().toList();
        String hint = lines.size() > 1 ? String.join(" ", lines.subList(1, lines.size())) : otherwise;
        String cause = lines.isEmpty() ? failure.toString() : lines.get(0);
        return new PlanningFailure(what + cause, hint);
    }
}
