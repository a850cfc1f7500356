package io.tidemark.deploy.drill.kind;

import io.tidemark.deploy.drill.Drill;
import io.tidemark.deploy.drill.Scene;
import io.tidemark.deploy.drill.stage.DrillJob;
import io.tidemark.deploy.drill.stage.FillableDisk;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.CheckpointInfo;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The disk of the checkpoints is full for a while: checkpoints fail and say why, and the job goes on. */
final class DiskFull implements Drill {
    private static final int FAILURES = 3;
    private static final Pattern NAMED = Pattern.compile("(?i)no space left|disk .* is full|disk is full");

    @Override
    public String name() {
        return "disk-full";
    }

    @Override
    public String sentence() {
        return "fill the disk of the checkpoints under the running job, and make room again";
    }

    @Override
    public boolean suitsAnyJob() {
        return true;
    }

    @Override
    public void run(Scene scene) throws InterruptedException {
        FillableDisk disk = FillableDisk.prepare(
                scene.directory().resolve("cluster/checkpoints"),
                scene.directory().resolve("disk-fault"));
        scene.atEnd(disk::close);
        scene.startCluster("cluster", 2, disk.options().toArray(String[]::new));
        DrillJob job = scene.submit(header ->
                // However long it lasts, it is no reason to begin again.
                header.putConfiguration("execution.checkpointing.failures-before-restart", "0"));
        job.awaitCheckpoints(2);
        scene.say("the job runs, its checkpoints on " + disk.kind());
        int restarts = job.lookPatiently().getRestarts();

        Scene.Fault fault = scene.disturb("no room on the disk", disk::fill);
        List<CheckpointInfo> failed = job.awaitFailedCheckpoints(FAILURES);
        checkCause(failed);
        scene.say(failed.size() + " checkpoints failed: " + failed.get(0).getCause());
        if (job.lookPatiently().getRestarts() != restarts) {
            throw UserError.failed(
                    "the job was restarted because of a full disk: " + job.lastSeen(), "Look at the logs.");
        }
        disk.clear();
        scene.say("there is room again");
        scene.awaitRecovery(fault, job);
        scene.finish(job);
    }

    private static void checkCause(List<CheckpointInfo> failed) {
        Optional<CheckpointInfo> unnamed = failed.stream()
                .filter(checkpoint -> !NAMED.matcher(checkpoint.getCause()).find())
                .findFirst();
        if (unnamed.isPresent()) {
            throw UserError.failed(
                    "checkpoint " + unnamed.get().getCheckpointId()
                            + " failed, and does not say that the disk is full: "
                            + unnamed.get().getCause(),
                    "Look at the logs.");
        }
    }
}
