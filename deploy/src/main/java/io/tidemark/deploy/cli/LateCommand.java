package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.view.LateView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "late", description = "Show what came too late, by operator.")
final class LateCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Mixin
    private ListingOptions listing;

    @Parameters(paramLabel = "ID", description = "The job, or as much of its id as makes it unique.")
    private String id;

    LateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        try (ClusterClient cluster = client.connect(surroundings)) {
            LateView view = LateView.of(cluster.lateRecords(id));
            surroundings.terminal().lines(listing.linesOf(view, surroundings.times()));
        }
        return 0;
    }
}
