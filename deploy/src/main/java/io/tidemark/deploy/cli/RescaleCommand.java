package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.client.RequestFollower;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequestReply;
import io.tidemark.network.proto.JobSummary;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rescale",
        description =
                "Have a job go on with another number of subtasks: of every operator that has no number of its own.")
final class RescaleCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Parameters(index = "0", paramLabel = "ID", description = "The job, or as much of its id as makes it unique.")
    private String id;

    @Parameters(index = "1", paramLabel = "N", description = "The number of subtasks.")
    private int parallelism;

    @Option(
            names = "--wait",
            description =
                    "Stop the job also when there are too few slots; it goes on once they are there. Else that is refused.")
    private boolean waits;

    RescaleCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        String token = UUID.randomUUID().toString();
        try (ClusterClient cluster = client.connect(surroundings)) {
            JobRequestReply reply = cluster.rescale(id, token, parallelism, waits);
            JobDetail job = new RequestFollower(
                            () -> cluster.jobIfThere(reply.getJobId()), PATIENCE, JobFollower.Pace.ofSystem())
                    .follow(
                            token,
                            () -> cluster.rescale(reply.getJobId(), token, parallelism, waits),
                            look -> JobStates.isEnd(look.getSummary().getState()) || waitsForSlots(look),
                            new RequestProgress(surroundings.terminal(), "rescaling", JobFollower.Pace.ofSystem()));
            JobSummary summary = job.getSummary();
            surroundings
                    .terminal()
                    .line("Job " + reply.getJobId() + " is " + summary.getState() + " with a parallelism of "
                            + job.getParallelism()
                            + (waitsForSlots(job) ? ": " + summary.getDetail() + "; it starts when they come" : "")
                            + ".");
        }
        return 0;
    }

    /** The new number is recorded by then. */
    private boolean waitsForSlots(JobDetail job) {
        return job.getSummary().getState().equals("WAITING_FOR_SLOTS")
                && job.getParallelism() == parallelism
                && !job.getSummary().getDetail().isEmpty();
    }
}
