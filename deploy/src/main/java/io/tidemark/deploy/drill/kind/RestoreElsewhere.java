package io.tidemark.deploy.drill.kind;

import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.Scene;
import io.tidemark.deploy.drill.stage.DrillJob;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.local.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/** A savepoint is all that is left of a cluster. */
final class RestoreElsewhere implements Drill {
    @Override
    public String name() {
        return "restore-elsewhere";
    }

    @Override
    public String sentence() {
        return "stop with a savepoint, move it to another folder, delete the cluster, and go on in a fresh one";
    }

    @Override
    public boolean suitsAnyJob() {
        return true;
    }

    @Override
    public void run(Scene scene) throws InterruptedException {
        Path first = scene.startCluster("cluster", 2).directory();
        DrillJob old = scene.startJob();
        AtomicReference<Path> savepoint = new AtomicReference<>();
        Scene.Fault fault = scene.disturb(
                "stop with a savepoint",
                () -> savepoint.set(Path.of(old.stop(scene.directory().resolve("savepoints")))));
        Path moved = scene.directory().resolve("elsewhere").resolve("moved-savepoint");
        try {
            Files.createDirectories(moved.getParent());
            Files.move(savepoint.get(), moved);
        } catch (IOException e) {
            throw UserError.failed("the savepoint " + savepoint + " cannot be moved: " + e, "Look there.", e);
        }
        scene.say("the savepoint is moved to " + moved);
        scene.startCluster("elsewhere/cluster", 2);
        new TemporaryDirectory(first).close();
        scene.say("the first cluster is deleted");
        DrillJob job = scene.submitFrom(moved.toString());
        scene.awaitRecovery(fault, job);
        scene.finish(job);
    }
}
