package io.tidemark.deploy.drill;

import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.Patience;
import io.tidemark.deploy.drill.stage.Subject;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.local.TemporaryDirectory;
import io.tidemark.deploy.terminal.AtInterrupt;
import io.tidemark.network.rpc.Security;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs drills, each with a directory and processes of its own, of which nothing is left when it went well. */
public final class DrillRunner {
    private final Path home;
    private final Security security;
    private final Patience patience;
    private final Consumer<String> listener;

    /**
     * @param home the distribution's directory
     * @param listener hears what is done
     */
    public DrillRunner(Path home, Security security, Patience patience, Consumer<String> listener) {
        this.home = home;
        this.security = security;
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
        AtomicReference<DrillCluster> current = new AtomicReference<>();
        Scene scene = new Scene(
                directory.path(),
                clusterDirectory -> (workers, options) -> {
                    DrillCluster cluster = new DrillCluster(home, clusterDirectory, security, workers, options);
                    current.set(cluster);
                    return cluster;
                },
                subjects.apply(directory.path().resolve("job")),
                patience,
                step -> listener.accept(step.inWords()));
        try (AtInterrupt interrupt = AtInterrupt.run(() -> end(current.get(), directory))) {
            DrillReport report = run(drill, scene, interrupt);
            if (report.isClean()) {
                directory.close();
            } else {
                listener.accept("the drill's logs and results are in " + directory.path());
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

    private static void end(DrillCluster cluster, TemporaryDirectory directory) {
        if (cluster != null) {
            cluster.end();
        }
        directory.close();
    }

    /** All drills side by side. */
    public static List<String> table(List<DrillReport> reports) {
        return DrillReport.table(reports);
    }
}
