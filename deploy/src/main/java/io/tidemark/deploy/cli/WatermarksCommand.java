package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.view.WatermarksView;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "watermarks",
        description = "Show how far event time has come at every operator, and what holds it back.")
final class WatermarksCommand implements Callable<Integer> {
    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);

    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Mixin
    private ListingOptions listing;

    @Option(names = "--watch", description = "Show it again every second until the job ends.")
    private boolean watch;

    @Parameters(paramLabel = "ID", description = "The job, or as much of its id as makes it unique.")
    private String id;

    WatermarksCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (ClusterClient cluster = client.connect(surroundings)) {
            if (!watch) {
                surroundings.terminal().lines(listing.linesOf(look(cluster), surroundings.times()));
                return 0;
            }
            while (!JobStates.isEnd(cluster.job(id).getSummary().getState())) {
                surroundings.terminal().screen(listing.linesOf(look(cluster), surroundings.times()));
                Thread.sleep(WATCH_INTERVAL.toMillis());
            }
            surroundings
                    .terminal()
                    .note("The job is " + cluster.job(id).getSummary().getState() + ".");
        }
        return 0;
    }

    private WatermarksView look(ClusterClient cluster) {
        return WatermarksView.of(cluster.watermarks(id));
    }
}
