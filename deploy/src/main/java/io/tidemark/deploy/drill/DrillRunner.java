package io.tidemark.deploy.drill;

import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.Patience;
import io.tidemark.deploy.drill.stage.Subject;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.local.TemporaryDirectory;
import io.tidemark.deploy.terminal.AtInterrupt;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs drills, each with a directory and processes of its own, of which nothing is left when it went well. */
public final class DrillRunner {
    private final DrillCluster.Site site;
    private final Patience patience;
    private final Consumer<String> listener;

    /** @param listener hears what is done */
    public DrillRunner(DrillCluster.Site site, Patience patience, Consumer<String> listener) {
        this.site = site;
        this.patience = patience;
        this.listener = listener;
    }

    /**
     * Runs one.
     *
     * @param subjects makes the job that is drilled, which may use the directory that it is given
     */
    public DrillReport run(Drill drill, Function<Path, Subject> subjects) throws InterruptedException {
        TemporaryDirectory directory = TemporaryDirectory.create("tidemark-drill-" + drill.name() + "-");
        Scene scene = new Scene(
                directory.path(),
                (home, workers, options) -> new DrillCluster(site, home, workers, options),
                subjects.apply(directory.path().resolve("job")),
                patience,
                step -> listener.accept(step.inWords()));
        try (AtInterrupt interrupt = AtInterrupt.run(() -> {
            scene.close();
            directory.close();
        })) {
            DrillReport report = run(drill, scene, interrupt);
            if (report.isClean()) {
                directory.close();
            } else {
                listener.accept("logs and results are in " + directory.path());
            }
            return report;
        }
    }

    private static DrillReport run(Drill drill, Scene scene, AtInterrupt interrupt) throws InterruptedException {
        try {
            drill.run(scene);
            return scene.report(drill.name());
        } catch (UserError e) {
            interrupt.standBack();
            return scene.broken(drill.name(), e.cause());
        } finally {
            interrupt.standBack();
            scene.close();
        }
    }

    /** All drills side by side. */
    public static List<String> table(List<DrillReport> reports) {
        return DrillReport.table(reports);
    }
}
