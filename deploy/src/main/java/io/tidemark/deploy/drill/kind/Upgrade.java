package io.tidemark.deploy.drill.kind;

import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.Scene;
import io.tidemark.deploy.drill.stage.DrillJob;
import java.util.concurrent.atomic.AtomicReference;

/** A new version of the job, whose state has one more field, goes on where the old one was stopped. */
final class Upgrade implements Drill {
    @Override
    public String name() {
        return "upgrade";
    }

    @Override
    public String sentence() {
        return "stop the job with a savepoint, and start a new version of it from there";
    }

    @Override
    public boolean suitsAnyJob() {
        return false;
    }

    @Override
    public void run(Scene scene) throws InterruptedException {
        scene.startCluster("cluster", 2);
        DrillJob old = scene.startJob();
        AtomicReference<String> savepoint = new AtomicReference<>();
        Scene.Fault fault = scene.disturb(
                "stop with a savepoint",
                () -> savepoint.set(old.stop(scene.directory().resolve("savepoints"))));
        scene.upgrade();
        DrillJob job = scene.submitFrom(savepoint.get());
        scene.say("version 2 starts from " + savepoint.get());
        scene.awaitRecovery(fault, job);
        scene.finish(job);
    }
}
