package io.tidemark.examples.numberedrecords;

import io.tidemark.api.DataStream;
import io.tidemark.api.KeyedStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvCellsFunction;
import io.tidemark.connector.file.csv.CsvFormat;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The steps of the job. One reader reads in order and the watermark follows the position, so every gate has one channel and
 * each verdict of lateness is the same on every run, at any parallelism of the steps behind.
 */
final class Pipeline {
    static final Duration DELAY = Duration.ofSeconds(2);
    static final Duration WATERMARK_INTERVAL = Duration.ofMillis(200);
    static final Duration WINDOW = Duration.ofSeconds(10);

    private final Arguments arguments;

    Pipeline(Arguments arguments) {
        this.arguments = arguments;
    }

    KeyedStream<Marked, Integer> marked(StreamExecutionEnvironment env) {
        WatermarkStrategy<Numbered> watermarks = WatermarkStrategy.<Numbered>forRecordPosition(
                        DELAY, WATERMARK_INTERVAL)
                .withTimestampAssigner((record, previous) -> record.timeMs());
        return env.fromSource(new NumberedSource(arguments), watermarks, "numbered records")
                .setParallelism(1)
                .uid("numbered-records")
                .process(new MarkLate())
                .setParallelism(1)
                .name("mark late")
                .uid("mark-late")
                .keyBy(Marked::key);
    }

    /** The records, each with its number within its key, and what timers find. */
    SingleOutputStreamOperator<Counted> counted(KeyedStream<Marked, Integer> marked) {
        SingleOutputStreamOperator<Counted> counted = marked.process(
                        new CountByKey(arguments.stateBytes(), arguments.logbook()))
                .name("count by key")
                .uid("count-by-key");
        write(
                counted.getSideOutput(CountByKey.PULSES),
                "pulses",
                (pulse, cells) -> cells.add(pulse.key()).add(pulse.timeMs()).add(pulse.count()));
        return counted;
    }

    /** The windows' totals, and the records that came too late for theirs. */
    void windows(KeyedStream<Marked, Integer> marked) {
        OutputTag<Marked> tooLate = new OutputTag<>("too-late") {};
        SingleOutputStreamOperator<WindowTotal> totals = marked.window(TumblingEventTimeWindows.of(WINDOW))
                .sideOutputLateData(tooLate)
                .aggregate(new CountAndSum(), new ToWindowTotal())
                .name("totals by window")
                .uid("totals-by-window");
        write(
                totals,
                "windows",
                (total, cells) -> cells.add(total.startMs())
                        .add(total.key())
                        .add(total.count())
                        .add(total.total()));
        write(totals.getSideOutput(tooLate), "too-late", (record, cells) -> cells.add(record.number()));
    }

    <T> void write(DataStream<T> rows, String name, CsvCellsFunction<T> format) {
        rows.sinkTo(FileSink.to(
                        Path.of(arguments.output(), name), CsvFormat.standard().<T>write(format)))
                .name(name)
                .uid(name);
    }
}
