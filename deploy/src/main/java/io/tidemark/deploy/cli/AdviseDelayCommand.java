package io.tidemark.deploy.cli;

import io.tidemark.api.config.ConfigOption;
import io.tidemark.api.config.InvalidConfigurationException;
import io.tidemark.api.connector.ConnectorException;
import io.tidemark.api.connector.MalformedRecordException;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.deploy.advice.NoSuchColumnException;
import io.tidemark.deploy.advice.SourceAdvice;
import io.tidemark.deploy.advice.TimeColumn;
import io.tidemark.deploy.advice.TimestampFile;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.error.UserError;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.deploy.view.DelayAdviceView;
import io.tidemark.network.proto.AdviseDelayRequest;
import io.tidemark.worker.advice.DelayProfile;
import io.tidemark.worker.advice.WindowShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "advise-delay",
        description =
                "Say what delays of the watermark cost and gain: rows late, rows dropped, and how much later results"
                        + " come. All in one pass.")
final class AdviseDelayCommand implements Callable<Integer> {
    private static final String DEFAULT_DELAYS = "0s,1s,2s,5s,10s,20s,30s,1min,2min,5min,10min,30min,1h,6h,1d";
    private static final ConfigOption<Duration> WINDOW =
            ConfigOption.ofDuration("--window", null, "How long windows are.");
    private static final ConfigOption<Duration> SLIDE =
            ConfigOption.ofDuration("--slide", null, "How far apart windows begin.");
    private static final ConfigOption<Duration> INTERVAL =
            ConfigOption.ofDuration("--interval", null, "How far event time goes on from watermark to watermark.");
    private static final ConfigOption<Duration> DELAY =
            ConfigOption.ofDuration("--delays", null, "Delays of the watermark.");

    private static final ConfigOption<Duration> WATCH =
            ConfigOption.ofDuration("--for", null, "For how long a source is looked at.");
    private static final long LOOK_EVERY_MS = 1_000;
    /** A source that nobody asks about any more is not looked at for longer. */
    private static final long KEEP_MS = 15_000;

    private final Surroundings surroundings;

    @Mixin
    private ClientOptions client;

    @Mixin
    private ListingOptions listing;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "A file, a directory or a glob of CSV or of JSON lines, in the order in which rows arrived.")
    private String file;

    @Option(
            names = "--time",
            paramLabel = "COLUMN",
            description =
                    "Where the time of a row is: the name of a column or field, or the number of a column from 1.")
    private String time;

    @Option(
            names = "--job",
            paramLabel = "ID",
            description = "Look at the sources of this job, while it runs, instead of a file.")
    private String job;

    @Option(names = "--source", paramLabel = "NAME", description = "With --job: only at this one, by name or uid.")
    private String source = "";

    @Option(names = "--for", paramLabel = "TIME", description = "With --job: for so long. By default 30s.")
    private String watch = "30s";

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            description = "What a number counts since 1970: ${COMPLETION-CANDIDATES}. By default MILLISECONDS.")
    private TimeColumn.Unit unit = TimeColumn.Unit.MILLISECONDS;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES}. By default as the name of the file ends, or CSV.")
    private TimestampFile.Lines lines;

    @Option(names = "--header", description = "Every CSV file begins with a line that names the columns.")
    private boolean header;

    @Option(names = "--delimiter", paramLabel = "C", description = "Between the cells of CSV. By default a comma.")
    private char delimiter = ',';

    @Option(names = "--window", paramLabel = "TIME", description = "How long windows are. By default 1min.")
    private String window = "1min";

    @Option(names = "--slide", paramLabel = "TIME", description = "How far apart windows begin. By default --window.")
    private String slide;

    @Option(
            names = "--delays",
            split = ",",
            paramLabel = "TIME",
            description =
                    "Which delays. By default " + DEFAULT_DELAYS + ", up to the first with which nothing is late.")
    private List<String> delays;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            description = "A watermark is emitted when it is by more than this above the last one. By default 200ms.")
    private String interval = "200ms";

    AdviseDelayCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws Exception {
        if (job == null ? file == null || time == null : file != null) {
            throw UserError.usage(
                    "there is nothing to look at, or too much",
                    "Give either FILE --time COLUMN, or --job ID. See: tidemark advise-delay --help");
        }
        List<DelayAdviceView> views = job == null ? List.of(ofFile()) : ofJob();
        for (int i = 0; i < views.size(); i++) {
            if (i > 0) {
                surroundings.terminal().line("");
            }
            surroundings.terminal().lines(listing.linesOf(views.get(i), surroundings.times()));
        }
        return 0;
    }

    private DelayAdviceView ofFile() throws Exception {
        WindowShape windows = windows();
        DelayProfile profile = new DelayProfile(delaysMs(), ms(INTERVAL, interval), windows);
        try {
            timestamps().read(profile::add);
        } catch (MalformedRecordException e) {
            throw UserError.failed(
                    e.getMessage(),
                    "Correct the line, or say with --time, --unit, --format and --delimiter how it is to be read.",
                    e);
        } catch (ConnectorException e) {
            if (e.getCause() instanceof NoSuchColumnException missing) {
                throw UserError.usage(file + ": " + missing.getMessage(), missing.hint(), e);
            }
            throw UserError.failed(e.getMessage(), e.hint(), e);
        }
        return DelayAdviceView.of(file, 1, windows, profile.advice(), delays != null);
    }

    private List<DelayAdviceView> ofJob() throws InterruptedException {
        WindowShape windows = windows();
        AdviseDelayRequest question = AdviseDelayRequest.newBuilder()
                .setJobId(job)
                .setSource(source)
                .addAllDelaysMs(delaysMs())
                .setWindowMs(windows.sizeMs())
                .setSlideMs(windows.slideMs())
                .setIntervalMs(ms(INTERVAL, interval))
                .setKeepMs(KEEP_MS)
                .build();
        long watchMs = ms(WATCH, watch);
        try (ClusterClient cluster = client.connect(surroundings)) {
            long startNs = System.nanoTime();
            List<SourceAdvice> seen = SourceAdvice.of(cluster.adviseDelay(question));
            if (seen.isEmpty()) {
                throw UserError.failed(
                        source.isEmpty()
                                ? "job " + job + " has no source that answers"
                                : "job " + job + " has no source " + source + " that answers",
                        "See what it has: tidemark watermarks " + job);
            }
            long leftMs = watchMs;
            while (leftMs > 0) {
                Thread.sleep(Math.min(LOOK_EVERY_MS, leftMs));
                seen = SourceAdvice.of(cluster.adviseDelay(question));
                leftMs = watchMs - (System.nanoTime() - startNs) / 1_000_000;
                surroundings
                        .terminal()
                        .progress(Words.duration(Math.max(0, leftMs)) + " left, "
                                + Words.count(
                                        seen.stream()
                                                .mapToLong(one -> one.advice().rows())
                                                .sum(),
                                        "row")
                                + " seen");
            }
            return seen.stream()
                    .map(one -> DelayAdviceView.of(
                            one.name() + " in " + Words.duration(one.watchedMs()),
                            one.subtasks(),
                            windows,
                            one.advice(),
                            delays != null))
                    .toList();
        }
    }

    private TimestampFile timestamps() {
        TimeColumn column = new TimeColumn(time, unit);
        TimestampFile.Lines kind = lines == null ? TimestampFile.Lines.ofName(file) : lines;
        if (kind == TimestampFile.Lines.JSON) {
            return TimestampFile.json(file, column);
        }
        try {
            CsvFormat format = CsvFormat.standard().withDelimiter(delimiter);
            return TimestampFile.csv(file, header ? format.withHeader() : format, column);
        } catch (IllegalArgumentException e) {
            throw UserError.usage(e.getMessage(), "Give another --delimiter.", e);
        }
    }

    private WindowShape windows() {
        long sizeMs = ms(WINDOW, window);
        long slideMs = slide == null ? sizeMs : ms(SLIDE, slide);
        if (sizeMs < 1 || slideMs < 1) {
            throw UserError.usage("a window takes 1 ms at least", "Give a longer --window or --slide.");
        }
        return new WindowShape(sizeMs, slideMs);
    }

    private List<Long> delaysMs() {
        List<Long> all = new ArrayList<>();
        for (String delay : delays == null ? List.of(DEFAULT_DELAYS.split(",")) : delays) {
            all.add(ms(DELAY, delay));
        }
        return all;
    }

    private static long ms(ConfigOption<Duration> option, String text) {
        try {
            return option.parse(text).toMillis();
        } catch (InvalidConfigurationException e) {
            throw UserError.usage(e.getMessage(), "See: tidemark advise-delay --help", e);
        }
    }
}
