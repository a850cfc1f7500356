package io.tidemark.coordinator.planning;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.proto.StateCheckReply;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.RestoreFrom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Has a job's operators opened in a process of their own, to see whether the state they would get fits. */
final class StateCheck {
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(10);

    private final PlanningConfig config;
    private final Path directory;

    /** @param directory for this check alone */
    StateCheck(PlanningConfig config, Path directory) {
        this.config = config;
        this.directory = directory;
    }

    List<String> notes(JobPlanProto plan, CheckpointManifest manifest, RestoreFrom from, Path jar, String jarName)
            throws PlanningFailure, IOException, InterruptedException {
        Files.write(directory.resolve(StateCheckMain.PLAN), plan.toByteArray());
        Files.write(directory.resolve(StateCheckMain.MANIFEST), manifest.toByteArray());
        ChildJvm.End end = new ChildJvm(config, directory)
                .run(
                        StateCheckMain.class,
                        jar.toString(),
                        List.of(directory.toString(), Long.toString(OPEN_LIMIT.toSeconds())),
                        config.timeout().plus(OPEN_LIMIT.multipliedBy(plan.getNodesCount())));
        Path reply = directory.resolve(StateCheckMain.REPLY);
        if (!Files.exists(reply)) {
            // What opens on workers need not open here; they compare again when the job starts.
            return List.of("whether its state fits is seen when the job starts: the process that opens its operators "
                    + (end.inTime() ? "ended with status " + end.status() + end.lastLine() : "did not end in time"));
        }
        StateCheckReply found = StateCheckReply.parseFrom(Files.readAllBytes(reply));
        Optional<ErrorDetail> problem = StateFindings.problem(found, from, jarName);
        if (problem.isPresent()) {
            throw new PlanningFailure(problem.get());
        }
        return StateFindings.notes(found);
    }
}
