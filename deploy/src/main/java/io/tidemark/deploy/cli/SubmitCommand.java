package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.JobJar;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.terminal.AtInterrupt;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.RestoreFrom;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.proto.SubmitJobReply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "submit", description = "Run a job's jar, and wait for its end.")
final class SubmitCommand implements Callable<Integer> {
    /** For how long a job is followed whose coordinator has gone; it comes back with its jobs. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Option(
            names = "--class",
            paramLabel = "C",
            description = "Class whose main builds the job. By default the one that the jar's manifest names.")
    private String mainClass;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Number of subtasks of every operator that has no number of its own.")
    private int parallelism;

    @Option(names = "--name", paramLabel = "S", description = "Name of the job.")
    private String name = "";

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description =
                    "Start from this savepoint, or from the checkpoint at a path that tidemark checkpoints shows.")
    private String from;

    @Option(
            names = "--allow-non-restored",
            description = "With --from: leave state behind whose operators the job does not have.")
    private boolean allowNonRestored;

    @Option(
            names = "--allow-drained",
            description = "With --from: take up a job again that was stopped with --drain; its event time begins anew.")
    private boolean allowDrained;

    @Option(names = "--detached", description = "Print the job's id and do not wait for its end.")
    private boolean detached;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "An option of the job. Repeatable.")
    private Map<String, String> options = new TreeMap<>();

    @Parameters(index = "0", paramLabel = "JAR", description = "The job.")
    private Path jar;

    @Parameters(index = "1..*", paramLabel = "ARGS", arity = "0..*", description = "Arguments of the job's main.")
    private List<String> arguments = List.of();

    SubmitCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (parallelism < 0) {
            throw UserError.usage("--parallelism " + parallelism + " is not possible", "Give a number from 1.");
        }
        if (from == null && (allowNonRestored || allowDrained)) {
            throw UserError.usage(
                    "--allow-non-restored and --allow-drained say what may become of a savepoint, and none is given",
                    "Say which with --from PATH.");
        }
        JobJar job = JobJar.open(jar, Optional.ofNullable(mainClass));
        try (ClusterClient cluster = client.connect(surroundings)) {
            SubmitJobReply reply = send(cluster, job);
            Terminal terminal = surroundings.terminal();
            reply.getNotesList().forEach(note -> terminal.note("note: " + note));
            if (detached) {
                terminal.line(reply.getJobId());
                return 0;
            }
            terminal.line("Job " + reply.getJobId() + " (" + reply.getJobName() + ") is submitted.");
            return waitForEnd(cluster, reply.getJobId());
        }
    }

    private SubmitJobReply send(ClusterClient cluster, JobJar job) {
        SubmitHeader header = job.header()
                .addAllArguments(arguments)
                .setParallelism(parallelism)
                .setJobName(name)
                .putAllConfiguration(options)
                .setRestore(RestoreFrom.newBuilder()
                        .setLocation(from == null ? "" : Locations.absolute(from))
                        .setAllowNonRestored(allowNonRestored)
                        .setAllowDrained(allowDrained))
                .setSubmissionId(UUID.randomUUID().toString())
                .build();
        return cluster.submit(header, job.path(), sent -> {
            String action = sent < job.bytes()
                    ? "Sending " + Words.bytes(sent) + " of " + Words.bytes(job.bytes())
                    : "Planning the job";
            surroundings.terminal().progress(action + " ...");
        });
    }

    private int waitForEnd(ClusterClient cluster, String jobId) throws InterruptedException {
        Runnable farewell = () -> surroundings
                .terminal()
                .note("The job goes on. Look at it: tidemark job " + jobId + "   End it: tidemark cancel " + jobId);
        try (AtInterrupt interrupt = AtInterrupt.run(farewell)) {
            JobDetail end = new JobFollower(
                            wait -> cluster.jobIfThere(jobId, wait),
                            PATIENCE,
                            new JobProgress(surroundings.terminal()),
                            JobFollower.Pace.ofSystem())
                    .follow();
            interrupt.standBack();
            return report(cluster, end);
        }
    }

    private int report(ClusterClient cluster, JobDetail end) {
        String jobId = end.getSummary().getJobId();
        switch (end.getSummary().getState()) {
            case JobStates.FINISHED -> {
                if (!end.getSavepoint().isEmpty()) {
                    surroundings.terminal().line("The job was stopped. Its savepoint: " + end.getSavepoint());
                }
                long dropped = cluster.lateRecords(jobId).getOperatorsList().stream()
                        .mapToLong(operator -> operator.getDropped())
                        .sum();
                if (dropped > 0) {
                    surroundings
                            .terminal()
                            .line(Words.count(dropped, "record") + " came too late and "
                                    + (dropped == 1 ? "was" : "were") + " dropped: tidemark late " + jobId);
                }
                return ExitStatus.DONE.number();
            }
            case JobStates.FAILED ->
                throw UserError.reported(
                        ExitStatus.FAILED,
                        end.getSummary().getFailure().getCause(),
                        end.getSummary().getFailure().getHint(),
                        end.getSummary().getFailure().getStackTrace(),
                        null);
            default ->
                throw UserError.failed("job " + jobId + " was cancelled", "Submit it again to run it to its end.");
        }
    }
}
