package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.client.JobJar;
import io.tidemark.deploy.drill.check.CommittedFiles;
import io.tidemark.deploy.drill.check.Findings;
import io.tidemark.deploy.drill.check.LineCheck;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.SubmitHeader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A job of somebody else's, of which nothing is known but how it is run and where it writes. What is right for it is what
 * undisturbed runs commit.
 *
 * @param arguments of its main, in which {@link #OUTPUT} stands for the directory of the results
 * @param parallelism 0 for the job's own
 * @param options of the job
 * @param hasHead whether each file of results begins with a line that names the columns
 */
public record UserJob(
        JobJar jar, List<String> arguments, int parallelism, Map<String, String> options, boolean hasHead) {
    /** Replaced by another directory for each run. */
    public static final String OUTPUT = "{out}";

    private static final String INTERVAL = "execution.checkpointing.interval";
    private static final String OFTEN = "500 ms";

    public UserJob {
        arguments = List.copyOf(arguments);
        options = Map.copyOf(options);
        if (arguments.stream().noneMatch(argument -> argument.contains(OUTPUT))) {
            throw UserError.usage(
                    "nothing says where the job writes its results",
                    "Write " + OUTPUT + " among its arguments where the directory of its file sink is to stand.");
        }
    }

    /** How it is run with its results below a directory. Checkpoints are taken often, unless the options say how often. */
    SubmitHeader.Builder header(Path output) {
        return jar.header()
                .addAllArguments(arguments.stream()
                        .map(argument -> argument.replace(OUTPUT, output.toString()))
                        .toList())
                .setParallelism(parallelism)
                .putConfiguration(INTERVAL, OFTEN)
                .putAllConfiguration(options);
    }

    /**
     * What the job comes to when nothing happens to it, found out by running it twice on a cluster.
     *
     * @param submit submits what it is given
     * @throws UserError when the job does not end well, commits nothing, or comes to something else each time
     */
    public LineCheck.Run undisturbed(Path directory, Function<SubmitHeader.Builder, DrillJob> submit)
            throws InterruptedException {
        return agreed(runOnce(directory.resolve("first"), submit), runOnce(directory.resolve("second"), submit));
    }

    /** What both runs came to, when it is the same and something. */
    static LineCheck.Run agreed(LineCheck.Run first, LineCheck.Run second) {
        if (first.lines().isEmpty()) {
            throw UserError.failed(
                    "the job committed no line below " + OUTPUT + ", so there is nothing to compare",
                    "Have its file sink write there.");
        }
        Findings differences = LineCheck.compare(first, second);
        if (!differences.isClean()) {
            throw UserError.failed(
                    "two undisturbed runs of the job differ (" + differences.verdict() + "), first: "
                            + differences.examples().get(0),
                    "Only a job that comes to the same on every run can be compared; see docs/recovery.md.");
        }
        return first;
    }

    private LineCheck.Run runOnce(Path output, Function<SubmitHeader.Builder, DrillJob> submit)
            throws InterruptedException {
        DrillJob job = submit.apply(header(output));
        job.awaitFinished();
        return run(output, job);
    }

    private LineCheck.Run run(Path output, DrillJob job) {
        CommittedFiles files = new CommittedFiles(output);
        return new LineCheck.Run(hasHead ? files.linesWithoutHeads() : files.lines(), job.lateByOperator());
    }

    /**
     * The job, to be drilled.
     *
     * @param right what it comes to undisturbed
     */
    public Subject subject(LineCheck.Run right, Path directory) {
        return new Drilled(this, right, directory.resolve("output"));
    }

    private record Drilled(UserJob job, LineCheck.Run right, Path output) implements Subject {
        @Override
        public Path jar() {
            return job.jar().path();
        }

        @Override
        public SubmitHeader.Builder header() {
            return job.header(output);
        }

        @Override
        public Optional<Subject> nextVersion(long nowMs) {
            return Optional.empty();
        }

        /** Nobody knows what it is to hold. */
        @Override
        public boolean isLoaded() {
            return true;
        }

        /** It ends by itself. */
        @Override
        public void letItEnd() {}

        @Override
        public Mark mark(long atMs) {
            return new Mark(atMs, 0, committed().files().size());
        }

        @Override
        public CommittedFiles committed() {
            return new CommittedFiles(output);
        }

        @Override
        public boolean hasCommittedSince(Mark mark) {
            return committed().files().size() > mark.files();
        }

        @Override
        public OptionalLong newResultMs(Mark mark) {
            return OptionalLong.empty();
        }

        @Override
        public Optional<Long> replayed() {
            return Optional.empty();
        }

        @Override
        public Findings check(DrillJob drilled) {
            return LineCheck.compare(right, job.run(output, drilled));
        }
    }
}
