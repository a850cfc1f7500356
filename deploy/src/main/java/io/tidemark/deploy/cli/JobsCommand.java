package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.view.JobListView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "jobs", description = "List all jobs.")
final class JobsCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Mixin
    private ListingOptions listing;

    JobsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        try (ClusterClient cluster = client.connect(surroundings)) {
            JobListView view = JobListView.of(cluster.jobs());
            surroundings.terminal().lines(listing.linesOf(view, surroundings.times()));
        }
        return 0;
    }
}
