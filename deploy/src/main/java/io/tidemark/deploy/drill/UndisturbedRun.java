package io.tidemark.deploy.drill;

import io.tidemark.deploy.drill.check.LineCheck;
import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.DrillJob;
import io.tidemark.deploy.drill.stage.Patience;
import io.tidemark.deploy.drill.stage.UserJob;
import io.tidemark.deploy.local.TemporaryDirectory;
import io.tidemark.deploy.terminal.AtInterrupt;
import io.tidemark.deploy.terminal.Words;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Finds out what a job comes to when nothing happens to it. */
public final class UndisturbedRun {
    private final DrillCluster.Site site;
    private final Patience patience;
    private final Consumer<String> listener;

    /** @param listener hears what is done */
    public UndisturbedRun(DrillCluster.Site site, Patience patience, Consumer<String> listener) {
        this.site = site;
        this.patience = patience;
        this.listener = listener;
    }

    /** @throws io.tidemark.deploy.error.UserError when the job cannot be compared, saying why */
    public LineCheck.Run of(UserJob job) throws InterruptedException {
        TemporaryDirectory directory = TemporaryDirectory.create("tidemark-drill-undisturbed-");
        DrillCluster cluster = new DrillCluster(site, directory.path().resolve("cluster"), 2, List.of());
        try (AtInterrupt interrupt = AtInterrupt.run(() -> {
            cluster.close();
            directory.close();
        })) {
            try {
                cluster.start();
                long startedMs = patience.clock().nowMs();
                LineCheck.Run run = job.undisturbed(
                        directory.path(),
                        header -> new DrillJob(
                                cluster,
                                patience,
                                cluster.client()
                                        .submit(
                                                header.setSubmissionId(UUID.randomUUID()
                                                                .toString())
                                                        .build(),
                                                job.jar().path(),
                                                sent -> {})
                                        .getJobId()));
                listener.accept("two undisturbed runs took "
                        + Words.duration(patience.clock().nowMs() - startedMs) + " and both committed "
                        + Words.count(run.lines().size(), "line"));
                return run;
            } finally {
                interrupt.standBack();
                cluster.close();
                directory.close();
            }
        }
    }
}
