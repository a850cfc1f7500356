package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.RequestFollower;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequestReply;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "savepoint", description = "Write a running job's state to a directory, from which a job can start.")
final class SavepointCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Parameters(index = "0", paramLabel = "ID", description = "The job, or as much of its id as makes it unique.")
    private String id;

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description = "Where savepoints are kept; this one gets a directory of its own in there.")
    private String directory;

    SavepointCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        String token = UUID.randomUUID().toString();
        String target = Locations.absolute(directory);
        try (ClusterClient cluster = client.connect(surroundings)) {
            JobRequestReply reply = cluster.savepoint(id, token, target);
            JobDetail job = new RequestFollower(
                            () -> cluster.jobIfThere(reply.getJobId()), PATIENCE, JobFollower.Pace.ofSystem())
                    .follow(
                            token,
                            () -> cluster.savepoint(reply.getJobId(), token, target),
                            look -> false,
                            new RequestProgress(
                                    surroundings.terminal(), "taking the savepoint", JobFollower.Pace.ofSystem()));
            surroundings.terminal().line(RequestFollower.locationOf(job, token));
        }
        return 0;
    }
}
