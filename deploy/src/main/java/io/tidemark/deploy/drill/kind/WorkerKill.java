package io.tidemark.deploy.drill.kind;

import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.Scene;
import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.DrillJob;

/** Workers die; those that are left have slots enough to go on at once. */
final class WorkerKill implements Drill {
    private static final int KILLS = 2;

    @Override
    public String name() {
        return "worker-kill";
    }

    @Override
    public String sentence() {
        return "kill -9 the worker that reads, twice, and start another in its place";
    }

    @Override
    public boolean suitsAnyJob() {
        return true;
    }

    @Override
    public void run(Scene scene) throws InterruptedException {
        DrillCluster cluster = scene.startCluster("cluster", 2);
        DrillJob job = scene.startJob();
        for (int kill = 0; kill < KILLS; kill++) {
            if (kill > 0) {
                job.awaitCheckpoints(1);
            }
            String victim = job.workerOfSource();
            Scene.Fault fault = scene.disturb("kill -9 " + victim, () -> cluster.kill(victim));
            scene.awaitRecovery(fault, job);
            cluster.start();
            scene.say("another " + victim + " runs");
        }
        scene.finish(job);
    }
}
