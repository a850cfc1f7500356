package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.network.proto.CancelJobReply;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "cancel", description = "End a job without its results being finished.")
final class CancelCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Parameters(paramLabel = "ID", description = "The job, or as much of its id as makes it unique.")
    private String id;

    CancelCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        try (ClusterClient cluster = client.connect(surroundings)) {
            CancelJobReply reply = cluster.cancel(id);
            surroundings.terminal().line("Job " + reply.getJobId() + " is " + reply.getState() + ".");
        }
        return 0;
    }
}
