package io.tidemark.coordinator.planning;

import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.coordinator.proto.PlanningReply;
import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.network.proto.JobPlanProto;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;

/** Starts planning processes. Thread-safe. */
public final class PlanningProcess {
    private static final int SHOWN_OUTPUT_BYTES = 8 * 1024;

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
        Path output = directory.resolve("output");
        Files.write(requestFile, request.toByteArray());
        List<String> command = List.of(
                config.javaExecutable().toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx512m",
                "-Djava.awt.headless=true",
                "-cp",
                config.classPath() + File.pathSeparator + request.getJar(),
                PlanningMain.class.getName(),
                requestFile.toString(),
                replyFile.toString());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        // The coordinator's own settings, secrets among them, are nothing for the job's code.
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_"));
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended;
        try {
            ended = process.waitFor(config.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly();
        }
        if (!ended) {
            throw new PlanningFailure(
                    "the main of " + request.getJarName() + " did not call execute() within "
                            + config.timeout().toSeconds() + " s",
                    "On a cluster main only describes the job: move long work into sources and functions, or raise"
                            + " coordinator.planning.timeout.");
        }
        if (!Files.exists(replyFile)) {
            throw new PlanningFailure(
                    "the main of " + request.getJarName() + " ended its process with status " + process.exitValue()
                            + " before it called execute()" + lastLine(output),
                    "On a cluster main must not call System.exit(); it has to reach execute().");
        }
        PlanningReply reply = PlanningReply.parseFrom(Files.readAllBytes(replyFile));
        if (reply.hasError()) {
            throw new PlanningFailure(reply.getError());
        }
        return reply.getPlan();
    }

    private static String lastLine(Path output) throws IOException {
        byte[] bytes = Files.readAllBytes(output);
        int from = Math.max(0, bytes.length - SHOWN_OUTPUT_BYTES);
        String tail = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8).strip();
        int lineStart = tail.lastIndexOf('\n') + 1;
        return tail.isEmpty() ? "" : "; its last line: " + tail.substring(lineStart);
    }
}
