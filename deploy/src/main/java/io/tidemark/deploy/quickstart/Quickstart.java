package io.tidemark.deploy.quickstart;

import io.tidemark.deploy.background.ClusterDirectory;
import io.tidemark.deploy.background.ClusterSpec;
import io.tidemark.deploy.background.LocalProcesses;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.JobJar;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.local.TemporaryDirectory;
import io.tidemark.deploy.terminal.AtInterrupt;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.rpc.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Starts a coordinator and two workers as processes, runs the sensor lab on them once for each delay and once as a base
 * line, compares the results with what is right, and stops everything.
 */
public final class Quickstart {
    private static final int WORKERS = 2;
    private static final String REPORT_IT = "That is a mistake of Tidemark; please report it.";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final List<LabDelay> DELAYS =
            List.of(LabDelay.FIVE_SECONDS, LabDelay.NO_DELAY, LabDelay.THIRTY_SECONDS);

    private final Path home;
    private final Path output;
    private final Security security;
    private final Terminal terminal;

    /**
     * @param home the distribution's directory
     * @param output directory of the results, which is not there yet or is empty
     */
    public Quickstart(Path home, Path output, Security security, Terminal terminal) {
        this.home = home;
        this.output = output.toAbsolutePath().normalize();
        this.security = security;
        this.terminal = terminal;
    }

    /** @throws UserError when something fails, or when a result is not what it should be */
    public void run() throws InterruptedException {
        LabJar jar = LabJar.of(home);
        Path events = prepareOutput(jar);
        TemporaryDirectory directory = TemporaryDirectory.create("tidemark-quickstart-cluster-");
        LocalProcesses processes = new LocalProcesses(new ClusterDirectory(directory.path()), home, security);
        try (AtInterrupt interrupt = AtInterrupt.run(() -> {
            processes.end();
            directory.close();
        })) {
            try {
                runOn(processes, jar, events);
            } finally {
                interrupt.standBack();
                processes.end();
            }
        } catch (RuntimeException | InterruptedException e) {
            terminal.note("The cluster's logs are in " + directory.path().resolve("log"));
            throw e;
        }
        directory.close();
    }

    private Path prepareOutput(LabJar jar) {
        try {
            Files.createDirectories(output);
            try (Stream<Path> entries = Files.list(output)) {
                if (entries.findAny().isPresent()) {
                    throw UserError.usage(
                            "the directory " + output + " is not empty", "Name another one with --output.");
                }
            }
        } catch (IOException e) {
            throw UserError.usage(
                    "the directory " + output + " cannot be used: " + e, "Name another one with --output.", e);
        }
        Path events = output.resolve("events.csv");
        jar.extractEvents(events);
        return events;
    }

    private void runOn(LocalProcesses processes, LabJar jar, Path events) throws InterruptedException {
        terminal.progress("Starting a coordinator and " + Words.count(WORKERS, "worker") + " ...");
        long startedNs = System.nanoTime();
        LocalProcesses.Started cluster = processes.start(new ClusterSpec(WORKERS, 1, Optional.of(0), List.of(), true));
        terminal.line("A coordinator and " + Words.count(WORKERS, "worker") + " run as processes of their own"
                + tookSince(startedNs));
        try (ClusterClient client = ClusterClient.connect(cluster.coordinator(), security)) {
            List<LabOutcome> outcomes = new ArrayList<>();
            for (LabDelay delay : DELAYS) {
                outcomes.add(runLab(client, jar, events, delay));
            }
            LabOutcome baseLine = runLab(client, jar, events, LabDelay.BASE_LINE);
            terminal.line("");
            terminal.lines(new LabReport(outcomes, baseLine, output).lines());
        }
    }

    private LabOutcome runLab(ClusterClient client, LabJar jar, Path events, LabDelay delay)
            throws InterruptedException {
        terminal.progress("Running the sensor lab, delay " + delay.label() + " ...");
        long startedNs = System.nanoTime();
        Path directory = output.resolve(delay.directory());
        JobJar job = JobJar.open(jar.path(), Optional.empty());
        SubmitHeader header = job.header()
                .addAllArguments(List.of(
                        "--input", events.toString(),
                        "--delay-seconds", delay.argument(),
                        "--output", directory.resolve("results").toString(),
                        "--report", directory.toString()))
                .setParallelism(1)
                .setSubmissionId(UUID.randomUUID().toString())
                .build();
        String jobId = client.submit(header, job.path(), sent -> {}).getJobId();
        awaitFinished(client, jobId);
        List<String> rows = resultRows(directory.resolve("results"));
        checkRows(delay, rows, jar.expectedRows(delay));
        LabOutcome outcome = LabOutcome.of(delay, rows, client.lateRecords(jobId));
        checkCounts(outcome);
        terminal.line("The sensor lab ran with delay " + delay.label() + ", job " + jobId + tookSince(startedNs));
        return outcome;
    }

    private static void awaitFinished(ClusterClient client, String jobId) throws InterruptedException {
        JobDetail end = new JobFollower(
                        wait -> client.jobIfThere(jobId, wait),
                        PATIENCE,
                        JobFollower.Listener.silent(),
                        JobFollower.Pace.ofSystem())
                .follow();
        JobSummary summary = end.getSummary();
        if (!summary.getState().equals(JobStates.FINISHED)) {
            throw UserError.reported(
                    ExitStatus.FAILED,
                    "the job " + jobId + " ended as " + summary.getState() + ": "
                            + summary.getFailure().getCause(),
                    summary.getFailure().getHint(),
                    summary.getFailure().getStackTrace(),
                    null);
        }
    }

    private static List<String> resultRows(Path directory) {
        try {
            return ResultRows.read(directory);
        } catch (IOException e) {
            throw UserError.failed("the results in " + directory + " cannot be read: " + e, "Look there.", e);
        }
    }

    private static void checkCounts(LabOutcome outcome) {
        LabDelay delay = outcome.delay();
        if (outcome.dropped() != delay.dropped() || outcome.lateByWatermark() != delay.lateByWatermark()) {
            throw UserError.failed(
                    "with delay " + delay.label() + ", " + outcome.dropped() + " rows were dropped and "
                            + outcome.lateByWatermark() + " late by watermark; it should be " + delay.dropped()
                            + " and " + delay.lateByWatermark(),
                    REPORT_IT);
        }
    }

    private static void checkRows(LabDelay delay, List<String> rows, List<String> expected) {
        if (rows.equals(expected)) {
            return;
        }
        List<String> wrong =
                rows.stream().filter(row -> !expected.contains(row)).toList();
        List<String> missing =
                expected.stream().filter(row -> !rows.contains(row)).toList();
        throw UserError.failed(
                "the results for delay " + delay.label() + " are not what they should be: "
                        + Words.count(wrong.size(), "row") + " too many, first "
                        + wrong.stream().findFirst()
                        + "; " + Words.count(missing.size(), "row") + " missing, first "
                        + missing.stream().findFirst(),
                REPORT_IT);
    }

    private static String tookSince(long startedNs) {
        return " (" + Words.duration((System.nanoTime() - startedNs) / 1_000_000) + ")";
    }
}
