package io.tidemark.deploy.drill.kind;

import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.Scene;
import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.DrillJob;

/** The coordinator dies, and comes back on the same jobs. */
final class CoordinatorKill implements Drill {
    @Override
    public String name() {
        return "coordinator-kill";
    }

    @Override
    public String sentence() {
        return "kill -9 the coordinator and start it again";
    }

    @Override
    public boolean suitsAnyJob() {
        return true;
    }

    @Override
    public void run(Scene scene) throws InterruptedException {
        DrillCluster cluster = scene.startCluster("cluster", 2);
        DrillJob job = scene.startJob();
        Scene.Fault fault = scene.disturb("kill -9 the coordinator", () -> cluster.kill(DrillCluster.COORDINATOR));
        cluster.start();
        scene.say("the coordinator runs again");
        scene.awaitRecovery(fault, job);
        scene.finish(job);
    }
}
