package io.tidemark.coordinator.planning;

import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.proto.PlanningReply;
import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.RestoreFrom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;

/** Starts planning processes. Thread-safe. */
public final class PlanningProcess {
    private final PlanningConfig config;

    public PlanningProcess(PlanningConfig config) {
        this.config = config;
    }

    /**
     * Runs the job's main until it calls execute().
     *
     * @throws PlanningFailure when there is no plan; its detail says why and what to do
     */
    public JobPlanProto plan(PlanningRequest request) throws PlanningFailure, IOException, InterruptedException {
        checkJar(request);
        Path directory = Files.createTempDirectory(Files.createDirectories(config.directory()), "planning-");
        try {
            return planIn(directory, request);
        } finally {
            FileTree.delete(directory);
        }
    }

    /**
     * Opens the operators of a planned job, and compares what state they declare with what a checkpoint holds.
     *
     * @return what the user should know when it fits, or cannot be found out
     * @throws PlanningFailure when it does not fit; names all that does not
     */
    public List<String> stateNotes(
            JobPlanProto plan, CheckpointManifest manifest, RestoreFrom from, Path jar, String jarName)
            throws PlanningFailure, IOException, InterruptedException {
        Path directory = Files.createTempDirectory(Files.createDirectories(config.directory()), "state-check-");
        try {
            return new StateCheck(config, directory).notes(plan, manifest, from, jar, jarName);
        } finally {
            FileTree.delete(directory);
        }
    }

    private static void checkJar(PlanningRequest request) throws PlanningFailure {
        try (ZipFile jar = new ZipFile(request.getJar())) {
            if (jar.size() == 0) {
                throw new PlanningFailure(request.getJarName() + " is an empty jar", "Build the job's jar again.");
            }
        } catch (IOException e) {
            throw new PlanningFailure(
                    request.getJarName() + " is not a jar: " + e.getMessage(),
                    "Give the jar that the build of the job makes, for example target/my-job.jar.");
        }
    }

    private JobPlanProto planIn(Path directory, PlanningRequest request)
            throws PlanningFailure, IOException, InterruptedException {
        Path requestFile = directory.resolve("request");
        Path replyFile = directory.resolve("reply");
        Files.write(requestFile, request.toByteArray());
        ChildJvm.End end = new ChildJvm(config, directory)
                .run(
                        PlanningMain.class,
                        request.getJar(),
                        List.of(requestFile.toString(), replyFile.toString()),
                        config.timeout());
        if (!end.inTime()) {
            throw new PlanningFailure(
                    "the main of " + request.getJarName() + " did not call execute() within "
                            + config.timeout().toSeconds() + " s",
                    "On a cluster main only describes the job: move long work into sources and functions, or raise"
                            + " coordinator.planning.timeout.");
        }
        if (!Files.exists(replyFile)) {
            throw new PlanningFailure(
                    "the main of " + request.getJarName() + " ended its process with status " + end.status()
                            + " before it called execute()" + end.lastLine(),
                    "On a cluster main must not call System.exit(); it has to reach execute().");
        }
        PlanningReply reply = PlanningReply.parseFrom(Files.readAllBytes(replyFile));
        if (reply.hasError()) {
            throw new PlanningFailure(reply.getError());
        }
        return reply.getPlan();
    }
}
