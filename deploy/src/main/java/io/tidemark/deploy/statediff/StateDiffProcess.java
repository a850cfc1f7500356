package io.tidemark.deploy.statediff;

import io.tidemark.checkpoint.savepoint.Savepoint;
import io.tidemark.coordinator.planning.PlanningConfig;
import io.tidemark.coordinator.planning.PlanningFailure;
import io.tidemark.coordinator.planning.PlanningProcess;
import io.tidemark.coordinator.proto.PlanningRequest;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.local.TemporaryDirectory;
import io.tidemark.deploy.view.Json;
import io.tidemark.deploy.view.StateDiffView;
import io.tidemark.network.proto.JobPlanProto;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Compares a savepoint with what a jar declares: plans the job in one process, opens its operators in another. */
public final class StateDiffProcess {
    private static final Duration PLANNING_LIMIT = Duration.ofSeconds(60);
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Path javaExecutable;
    private final String classPath;
    private final Duration openLimit;

    /**
     * @param classPath Tidemark's own jars
     * @param openLimit how long an operator may take to open
     */
    public StateDiffProcess(Path javaExecutable, String classPath, Duration openLimit) {
        this.javaExecutable = javaExecutable;
        this.classPath = classPath;
        this.openLimit = openLimit;
    }

    /**
     * Compares.
     *
     * @param job jar, class, arguments and options, as for a submission
     * @throws UserError when the job cannot be planned, or its operators end the process
     */
    public StateDiffView diff(Savepoint savepoint, PlanningRequest job) throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create("state-diff")) {
            JobPlanProto plan = plan(job, directory.path());
            Files.write(directory.path().resolve(StateDiffMain.PLAN), plan.toByteArray());
            Files.write(
                    directory.path().resolve(StateDiffMain.MANIFEST),
                    savepoint.manifest().toByteArray());
            return open(savepoint.location(), job, plan, directory.path());
        }
    }

    private JobPlanProto plan(PlanningRequest job, Path directory) throws IOException, InterruptedException {
        try {
            return new PlanningProcess(new PlanningConfig(javaExecutable, classPath, directory, PLANNING_LIMIT))
                    .plan(job);
        } catch (PlanningFailure e) {
            throw UserError.reported(
                    ExitStatus.FAILED,
                    e.detail().getCause(),
                    e.detail().getHint(),
                    e.detail().getStackTrace(),
                    e);
        }
    }

    private StateDiffView open(String location, PlanningRequest job, JobPlanProto plan, Path directory)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        javaExecutable.toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx512m",
                        "-Djava.awt.headless=true",
                        "-cp",
                        classPath + File.pathSeparator + job.getJar(),
                        StateDiffMain.class.getName(),
                        directory.toString(),
                        location,
                        job.getJarName(),
                        Long.toString(openLimit.toSeconds())))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_"));
        Process process = builder.start();
        process.getOutputStream().close();
        Duration limit = START_LIMIT.plus(openLimit.multipliedBy(plan.getNodesCount()));
        boolean ended;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly();
        }
        Path reply = directory.resolve(StateDiffMain.REPLY);
        if (!Files.exists(reply)) {
            throw UserError.failed(
                    "what " + job.getJarName() + " declares is not known: the process that opens its operators "
                            + (ended
                                    ? "ended with status " + process.exitValue() + lastLine(output)
                                    : "did not end within " + limit.toSeconds() + " s"),
                    "The open() of a function must neither end the process nor need what only a cluster has.");
        }
        return Json.read(Files.readString(reply), StateDiffView.class);
    }

    private static String lastLine(Path output) throws IOException {
        String text = Files.readString(output, StandardCharsets.ISO_8859_1).strip();
        return text.isEmpty() ? "" : "; its last line: " + text.substring(text.lastIndexOf('\n') + 1);
    }
}
