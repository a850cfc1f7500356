package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.client.JobJar;
import io.tidemark.deploy.drill.check.CommittedFiles;
import io.tidemark.deploy.drill.check.Findings;
import io.tidemark.deploy.drill.check.KnownAnswer;
import io.tidemark.deploy.drill.check.NumberedCheck;
import io.tidemark.network.proto.SubmitHeader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The example {@code numbered-records}, of which every right result is known. Used by one thread. */
public final class NumberedSubject implements Subject {
    private static final String CHECKPOINT_INTERVAL = "500 ms";

    /**
     * How the records are made.
     *
     * @param recordsPerSecond until the job is told to come to its end
     * @param stateBytes kept of each key besides what the job counts; 0 for none
     */
    public record Load(long recordsPerSecond, int stateBytes) {}

    private static final String VERSION_1 = "numbered-records.jar";
    private static final String VERSION_2 = "numbered-records-v2.jar";

    private final Path examples;
    private final OptionalLong upgradedAtMs;
    private final KnownAnswer known;
    private final Load load;
    private final CommittedFiles output;
    private final Logbook logbook;

    /**
     * @param examples directory of the examples' jars
     * @param directory of results and logbook
     */
    public NumberedSubject(Path examples, KnownAnswer known, Load load, Path directory) {
        this(
                examples,
                OptionalLong.empty(),
                known,
                load,
                new CommittedFiles(directory.resolve("output")),
                new Logbook(directory.resolve("logbook")));
    }

    private NumberedSubject(
            Path examples,
            OptionalLong upgradedAtMs,
            KnownAnswer known,
            Load load,
            CommittedFiles output,
            Logbook logbook) {
        this.examples = examples;
        this.upgradedAtMs = upgradedAtMs;
        this.known = known;
        this.load = load;
        this.output = output;
        this.logbook = logbook;
    }

    @Override
    public Path jar() {
        return examples.resolve(upgradedAtMs.isPresent() ? VERSION_2 : VERSION_1);
    }

    @Override
    public Optional<Subject> nextVersion(long nowMs) {
        return upgradedAtMs.isPresent()
                ? Optional.empty()
                : Optional.of(new NumberedSubject(examples, OptionalLong.of(nowMs), known, load, output, logbook));
    }

    @Override
    public SubmitHeader.Builder header() {
        return JobJar.open(jar(), Optional.empty())
                .header()
                .addAllArguments(List.of(
                        "--records", Long.toString(known.input().records()),
                        "--keys", Integer.toString(known.input().keys()),
                        "--rate", Long.toString(load.recordsPerSecond()),
                        "--state-bytes", Integer.toString(load.stateBytes()),
                        "--output", output.directory().toString(),
                        "--logbook", logbook.directory().toString()))
                .putConfiguration("execution.checkpointing.interval", CHECKPOINT_INTERVAL)
                .setParallelism(2);
    }

    /** With large state, the first record of every key has been read. */
    @Override
    public boolean isLoaded() {
        return load.stateBytes() == 0 || logbook.highestRead() >= known.input().keys();
    }

    @Override
    public void letItEnd() {
        logbook.hurry();
    }

    @Override
    public Mark mark(long atMs) {
        return new Mark(atMs, logbook.highestRead(), records().files().size());
    }

    @Override
    public CommittedFiles committed() {
        return output;
    }

    @Override
    public boolean hasCommittedSince(Mark mark) {
        List<Path> files = records().files();
        return files.size() > mark.files()
                && records().lines().stream()
                        .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf(','))))
                        .anyMatch(number -> number > mark.highest());
    }

    @Override
    public OptionalLong newResultMs(Mark mark) {
        return logbook.firstNewResultMs(mark.atMs());
    }

    @Override
    public Optional<Long> replayed() {
        return Optional.of(logbook.replayed());
    }

    @Override
    public Findings check(DrillJob job) {
        Findings rows = NumberedCheck.compare(
                known,
                new NumberedCheck.Committed(records().lines(), lines("pulses"), lines("windows"), lines("too-late")));
        Findings found = rows.plus(counters(job));
        return upgradedAtMs.isEmpty()
                ? found
                : found.plus(NumberedCheck.compareUpgraded(
                        known,
                        logbook.firstReadSince(upgradedAtMs.getAsLong()),
                        records().lines(),
                        lines("late")));
    }

    /** What the job counted as late must be as exact as what it wrote. */
    private Findings counters(DrillJob job) {
        return NumberedCheck.compareCounts(
                known,
                job.counter("late-by-watermark"),
                job.lateByOperator().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
    }

    private CommittedFiles records() {
        return new CommittedFiles(output.directory().resolve("records"));
    }

    private List<String> lines(String sink) {
        return new CommittedFiles(output.directory().resolve(sink)).lines();
    }
}
