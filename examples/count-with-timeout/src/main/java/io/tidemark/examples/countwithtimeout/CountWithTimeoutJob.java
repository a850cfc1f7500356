package io.tidemark.examples.countwithtimeout;

import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.connector.Source;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.connector.datagen.DatagenSource;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.connector.print.PrintSink;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs {@link CountWithTimeout} over a CSV file of {@code key,timestampMs} lines, or over a thousand events that it makes up,
 * and prints the counts or writes them as CSV.
 */
public final class CountWithTimeoutJob {
    private static final String USAGE = "[--input FILE] [--output DIR]";
    private static final long EVENTS = 1000;
    private static final int KEYS_PER_BURST = 5;
    private static final int EVENTS_PER_BURST = 100;
    private static final long BURST_EVERY_MS = 300_000;
    private static final Duration DISORDER = Duration.ofSeconds(5);

    private CountWithTimeoutJob() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> arguments = parse(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        describe(env, arguments.get("--input"), arguments.get("--output"));
        env.execute("count with timeout");
    }

    static void describe(StreamExecutionEnvironment env, String input, String output) {
        // By the position of the events and not by the clock: a short input is read within one tick of it.
        WatermarkStrategy<Event> watermarks = WatermarkStrategy.<Event>forRecordPosition(DISORDER, Duration.ZERO)
                .withTimestampAssigner((event, previous) -> event.timestampMs());
        DataStream<KeyCount> counts = env.fromSource(source(input), watermarks, "events")
                .keyBy(Event::key)
                .process(new CountWithTimeout())
                .name("count with timeout")
                .uid("count-with-timeout");
        if (output == null) {
            counts.sinkTo(PrintSink.create("count")).name("print");
        } else {
            counts.sinkTo(FileSink.to(output, CsvFormat.standard().write(KeyCount.class)))
                    .name("counts");
        }
    }

    private static Source<Event, ?> source(String input) {
        return input == null
                ? DatagenSource.of(EVENTS, CountWithTimeoutJob::event)
                : FileSource.of(input, CsvFormat.standard().read(Event.class));
    }

    /** Bursts of a hundred events a second apart, every five minutes: of the keys 0 to 4 and 5 to 9 in turn. */
    private static Event event(long n) {
        long burst = n / EVENTS_PER_BURST;
        long inBurst = n % EVENTS_PER_BURST;
        long key = inBurst % KEYS_PER_BURST + burst % 2 * KEYS_PER_BURST;
        return new Event("key-" + key, burst * BURST_EVERY_MS + inBurst * 1000);
    }

    private static Map<String, String> parse(String[] args) {
        Map<String, String> arguments = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            boolean isKnown = args[i].equals("--input") || args[i].equals("--output");
            if (!isKnown || i + 1 == args.length) {
                throw new IllegalArgumentException("cannot use " + args[i] + "; write " + USAGE);
            }
            arguments.put(args[i], args[i + 1]);
        }
        return arguments;
    }
}
