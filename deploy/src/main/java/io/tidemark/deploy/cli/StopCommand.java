package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.client.RequestFollower;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequestReply;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "stop",
        description = "End a job with a savepoint: nothing after it is worked off, everything before it is committed.")
final class StopCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Option(
            names = "--savepoint",
            paramLabel = "DIR",
            description = "Where savepoints are kept. By default where the coordinator keeps them.")
    private String directory;

    @Option(
            names = "--drain",
            description =
                    "Bring event time to its end first: all windows fire with what they have. For a job that is not to"
                            + " go on.")
    private boolean drain;

    @Parameters(paramLabel = "ID", description = "The job, or as much of its id as makes it unique.")
    private String id;

    StopCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        String token = UUID.randomUUID().toString();
        String target = directory == null ? "" : Locations.absolute(directory);
        try (ClusterClient cluster = client.connect(surroundings)) {
            JobRequestReply reply = cluster.stop(id, token, target, drain);
            String jobId = reply.getJobId();
            JobDetail end = new RequestFollower(() -> cluster.jobIfThere(jobId), PATIENCE, JobFollower.Pace.ofSystem())
                    .follow(
                            token,
                            () -> cluster.stop(jobId, token, target, drain),
                            job -> JobStates.isEnd(job.getSummary().getState()),
                            progress());
            if (!JobStates.isEnd(end.getSummary().getState())) {
                end = new JobFollower(
                                wait -> cluster.jobIfThere(jobId, wait),
                                PATIENCE,
                                JobFollower.Listener.silent(),
                                JobFollower.Pace.ofSystem())
                        .follow();
            }
            if (end.getSavepoint().isEmpty()) {
                throw UserError.failed(
                        "job " + jobId + " is " + end.getSummary().getState() + " without a savepoint",
                        "See why: tidemark job " + jobId);
            }
            surroundings.terminal().line("Job " + jobId + " is stopped. Its savepoint:");
            surroundings.terminal().line(end.getSavepoint());
        }
        return 0;
    }

    private RequestProgress progress() {
        return new RequestProgress(surroundings.terminal(), "stopping", JobFollower.Pace.ofSystem());
    }
}
