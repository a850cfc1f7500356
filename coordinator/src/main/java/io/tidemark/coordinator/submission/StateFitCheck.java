package io.tidemark.coordinator.submission;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.planning.PlanningFailure;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.RestoreFrom;
import java.io.IOException;
import java.util.List;

/** Looks whether the state of a checkpoint fits what the operators of a new job declare. */
interface StateFitCheck {
    /** Where the job's classes are not at hand: its tasks find out when they start. */
    StateFitCheck BY_THE_TASKS = (plan, manifest, from) -> List.of();

    /**
     * @return what the user should know
     * @throws PlanningFailure when it does not fit; says all that does not
     */
    List<String> check(JobPlanProto plan, CheckpointManifest manifest, RestoreFrom from)
            throws PlanningFailure, IOException, InterruptedException;
}
