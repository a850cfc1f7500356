package io.tidemark.deploy.drill.kind;

import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.Scene;
import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.DrillJob;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.JobDetail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The newest checkpoint is damaged when it is needed. The job must stop and say so; it goes on from an older one only when
 * somebody asks for that.
 */
final class CorruptCheckpoint implements Drill {
    @Override
    public String name() {
        return "corrupt-checkpoint";
    }

    @Override
    public String sentence() {
        return "kill everything, damage the newest checkpoint, start again, and go on from an older one when asked";
    }

    @Override
    public boolean suitsAnyJob() {
        return false;
    }

    @Override
    public void run(Scene scene) throws InterruptedException {
        DrillCluster cluster = scene.startCluster("cluster", 2);
        DrillJob broken = scene.startJob();
        broken.awaitCheckpoints(1);
        Scene.Fault fault =
                scene.disturb("kill -9 all workers", () -> cluster.workers().forEach(cluster::kill));
        // Then no checkpoint is on its way any more that could yet become the newest.
        broken.awaitState("RESTARTING", "WAITING_FOR_SLOTS");
        List<CheckpointInfo> complete = broken.checkpoints("COMPLETED");
        CheckpointInfo newest = complete.get(0);
        CheckpointInfo older = complete.get(1);
        cluster.kill(DrillCluster.COORDINATOR);
        scene.say("kill -9 the coordinator");
        damage(Path.of(newest.getPath()));
        scene.say("one byte is changed in " + newest.getPath());
        cluster.start();
        scene.say("all processes run again");
        String cause = refusal(broken.awaitEnd(), newest);
        scene.say("the job has stopped: " + cause);

        long files = scene.subject()
                .committed()
                .setAsideAfter(older.getCheckpointId(), scene.directory().resolve("set-aside"));
        scene.say(files + " files are set aside that the damaged checkpoint had committed");
        DrillJob job = scene.submitFrom(older.getPath());
        scene.say("as asked, the job goes on from checkpoint " + older.getCheckpointId());
        scene.awaitRecovery(fault, job);
        scene.finish(job);
    }

    private static void damage(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            content[content.length / 2] ^= 1;
            Files.write(file, content);
        } catch (IOException e) {
            throw UserError.failed("the checkpoint " + file + " cannot be damaged: " + e, "Look there.", e);
        }
    }

    /** What the job says, which must be that this checkpoint is unusable. */
    private static String refusal(JobDetail end, CheckpointInfo damaged) {
        String state = end.getSummary().getState();
        String cause = end.getSummary().getFailure().getCause();
        String name = Path.of(damaged.getPath()).getFileName().toString();
        if (!state.equals(JobStates.FAILED) || !cause.contains(name)) {
            throw UserError.failed(
                    "the job should have stopped and named " + name + ", but it is " + state + ": " + cause,
                    "Look at the logs.");
        }
        return cause;
    }
}
