package io.tidemark.deploy.drill.kind;

import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.Scene;
import io.tidemark.deploy.drill.stage.DrillJob;
import io.tidemark.deploy.error.UserError;
import java.util.List;

/** The job's parallelism goes up and down while it runs. */
final class Rescale implements Drill {
    private static final List<Integer> PARALLELISMS = List.of(4, 3, 2);

    @Override
    public String name() {
        return "rescale";
    }

    @Override
    public String sentence() {
        return "change the parallelism of the running job from 2 to 4, to 3 and back to 2";
    }

    @Override
    public boolean suitsAnyJob() {
        return true;
    }

    @Override
    public void run(Scene scene) throws InterruptedException {
        scene.startCluster("cluster", 2);
        DrillJob job = scene.startJob();
        for (int parallelism : PARALLELISMS) {
            Scene.Fault fault = scene.disturb("rescale to " + parallelism, () -> job.rescale(parallelism));
            int found = job.lookPatiently().getParallelism();
            if (found != parallelism) {
                throw UserError.failed(
                        "the job runs with parallelism " + found + " instead of " + parallelism, "Look at the logs.");
            }
            scene.awaitRecovery(fault, job);
        }
        scene.finish(job);
    }
}
