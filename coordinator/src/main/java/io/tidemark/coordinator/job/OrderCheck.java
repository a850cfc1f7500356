package io.tidemark.coordinator.job;

import io.tidemark.api.config.JobOptions;
import io.tidemark.coordinator.graph.ExecutionGraph;
import io.tidemark.network.proto.ErrorDetail;
import java.util.Optional;

/** Whether something can be had of a job as it stands. Changes nothing. */
final class OrderCheck {
    private final JobRun run;
    private final String shortage;

    /** @param shortage of slots that the job waits for, in words; else empty */
    OrderCheck(JobRun run, String shortage) {
        this.run = run;
        this.shortage = shortage;
    }

    /**
     * Why it cannot be, or nothing.
     *
     * @param slotsThere that the job could have
     */
    Optional<ErrorDetail> problem(Order order, int slotsThere) {
        return order.kind() == Order.Kind.RESCALE ? ofRescale(order, slotsThere) : ofTasks();
    }

    private Optional<ErrorDetail> ofRescale(Order order, int slotsThere) {
        int wanted = order.parallelism();
        int most = run.graph().plan().getMaxParallelism();
        if (wanted < 1 || wanted > most) {
            return refuse(
                    "a parallelism of " + wanted + " is not possible, the job has " + most + " key groups",
                    "Give a number from 1 to " + most + ". More takes a job of a higher "
                            + JobOptions.MAX_PARALLELISM.key() + ", which starts without the keyed state of this one.");
        }
        if (ends()) {
            return ofTasks();
        }
        boolean isRescaled = run.orders().rescale().isPresent() && run.state() != JobState.WAITING_FOR_SLOTS;
        if (run.orders().stop().isPresent() || isRescaled) {
            return refuse(
                    "the job is being " + (isRescaled ? "rescaled" : "stopped") + " already",
                    "Wait for that; tidemark job " + run.spec().jobId() + " shows it.");
        }
        if (wanted == run.graph().parallelism()) {
            return refuse("the job has a parallelism of " + wanted + " already", "Nothing needs to be done.");
        }
        ExecutionGraph next = run.spec().graph().rescaled(wanted);
        if (next.plan().getNodesList().equals(run.graph().plan().getNodesList())) {
            return refuse(
                    "no operator has the job's parallelism of " + run.graph().parallelism()
                            + "; all have a number of their own",
                    "Leave setParallelism out in the job's code where the job's own should do.");
        }
        boolean isWider = next.slotsNeeded() > run.graph().slotsNeeded();
        if (isWider && next.slotsNeeded() > slotsThere && !order.waits()) {
            return refuse(
                    "a parallelism of " + wanted + " needs " + next.slotsNeeded() + " slots, and " + slotsThere
                            + " are there, those of the job included",
                    "Start more workers first. With --wait the job stops now, and goes on once the slots are there.");
        }
        return Optional.empty();
    }

    /** Why nothing that needs running tasks can be had. */
    private Optional<ErrorDetail> ofTasks() {
        boolean ends = ends() || run.orders().stop().isPresent();
        boolean waits = run.state() == JobState.WAITING_FOR_SLOTS && !shortage.isEmpty();
        if (!ends && !waits) {
            return Optional.empty();
        }
        return refuse(
                "job " + run.spec().jobId() + " is " + (ends ? "about to end" : run.state() + ", " + shortage)
                        + ", so its tasks cannot be asked",
                run.facts().latestCheckpoint() == 0
                        ? "It has no checkpoint yet."
                        : "tidemark checkpoints " + run.spec().jobId()
                                + " shows its checkpoints, from which a job can start, too.");
    }

    private boolean ends() {
        return run.isEnding() || run.state() == JobState.CANCELLING || run.state() == JobState.FINISHING;
    }

    private static Optional<ErrorDetail> refuse(String cause, String hint) {
        return Optional.of(Failure.detail(cause, hint));
    }
}
