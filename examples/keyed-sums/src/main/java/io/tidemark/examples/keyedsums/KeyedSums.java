package io.tidemark.examples.keyedsums;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.csv.CsvFormat;
import java.time.Duration;

/**
 * Reads {@code key,timestampMs,value} lines, counts and sums the values per key and window, and writes {@code
 * windowStartMs,key,count,sum} lines, each exactly once. {@link EventFileGenerator} makes the input, {@link PlainSums} the
 * same answer without Tidemark.
 */
public final class KeyedSums {
    private KeyedSums() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.parse(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        describe(env, arguments);
        env.execute("keyed sums");
    }

    static void describe(StreamExecutionEnvironment env, Arguments arguments) {
        WatermarkStrategy<Event> watermarks = WatermarkStrategy.<Event>forBoundedOutOfOrderness(arguments.disorder())
                .withTimestampAssigner((event, previous) -> event.timestampMs());
        env.fromSource(
                        FileSource.of(
                                arguments.input(),
                                CsvFormat.standard()
                                        .withColumns("key", "timestampMs", "value")
                                        .read(row -> new Event(row.longValue(0), row.longValue(1), row.longValue(2)))),
                        watermarks,
                        "events")
                .uid("events")
                .keyBy(Event::key)
                .window(TumblingEventTimeWindows.of(arguments.window()))
                .aggregate(new CountAndSum(), new ToWindowSum())
                .name("sums")
                .uid("sums")
                .sinkTo(FileSink.to(
                        arguments.output(),
                        CsvFormat.standard()
                                .<WindowSum>write((sum, cells) -> cells.add(sum.windowStartMs())
                                        .add(sum.key())
                                        .add(sum.count())
                                        .add(sum.sum()))))
                .name("sums as csv")
                .uid("sums-csv");
    }

    /**
     * What the job is asked to do.
     *
     * @param window length of a window
     * @param disorder by how much the watermark stays behind the newest event
     */
    record Arguments(String input, String output, Duration window, Duration disorder) {
        private static final String USAGE = "--input FILE --output DIR [--window-ms 1000] [--disorder-ms 1000]";

        static Arguments parse(String[] args) {
            String input = null;
            String output = null;
            Duration window = Duration.ofSeconds(1);
            Duration disorder = Duration.ofSeconds(1);
            for (int i = 0; i < args.length; i += 2) {
                if (i + 1 == args.length) {
                    throw new IllegalArgumentException("no value after " + args[i] + "; write " + USAGE);
                }
                String value = args[i + 1];
                switch (args[i]) {
                    case "--input" -> input = value;
                    case "--output" -> output = value;
                    case "--window-ms" -> window = Duration.ofMillis(number(args[i], value));
                    case "--disorder-ms" -> disorder = Duration.ofMillis(number(args[i], value));
                    default -> throw new IllegalArgumentException("unknown argument " + args[i] + "; write " + USAGE);
                }
            }
            if (input == null || output == null) {
                throw new IllegalArgumentException(
                        (input == null ? "--input" : "--output") + " is missing; write " + USAGE);
            }
            return new Arguments(input, output, window, disorder);
        }

        private static long number(String name, String text) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(name + " takes a number of milliseconds, not " + text, e);
            }
        }
    }
}
