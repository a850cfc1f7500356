package io.tidemark.examples.sensorlab;

import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.WindowedStream;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.csv.CsvFormat;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Counts and sums the readings of each sensor by the minute, and says which rows came late: <em>by the watermark</em>, and
 * <em>too late for their window</em>. The second are far fewer, since a late row still counts while its window is open.
 *
 * <p>The watermark is the newest time seen less the delay. It depends on the rows alone and on no clock, and the order of
 * arrival is the point here, so one reader reads them all. Every run gives the same numbers, at any parallelism of the
 * windows.
 */
public final class SensorLab {
    private static final Duration WATERMARK_INTERVAL = Duration.ofMillis(200);
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private SensorLab() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.parse(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        describe(env, arguments);
        env.execute("sensor lab, " + arguments.delayInWords());
    }

    static void describe(StreamExecutionEnvironment env, Arguments arguments) {
        SingleOutputStreamOperator<Reading> readings = env.fromSource(
                        FileSource.of(
                                arguments.input(),
                                CsvFormat.standard()
                                        .withColumns("sensor_id", "ts", "reading")
                                        .read(row -> new Reading(row.string(0), row.timestampMs(1), row.intValue(2)))),
                        watermarks(arguments),
                        "sensor readings")
                .uid("sensor-readings")
                .setParallelism(1)
                .process(new LateByWatermark())
                .name("late by watermark")
                .setParallelism(1);

        WindowedStream<Reading, String, TimeWindow> minutes =
                readings.keyBy(Reading::sensorId).window(TumblingEventTimeWindows.of(WINDOW));
        OutputTag<Reading> dropped = new OutputTag<>("dropped-by-windows") {};
        if (arguments.report() != null) {
            minutes.sideOutputLateData(dropped);
        }
        SingleOutputStreamOperator<MinuteTotal> totals = minutes.aggregate(new CountAndSum(), new ToMinuteTotal())
                .name("totals by minute")
                .uid("totals-by-minute");

        totals.sinkTo(FileSink.to(
                        arguments.output(),
                        CsvFormat.standard()
                                .withHeader()
                                .withColumns("window_start", "window_end", "sensor_id", "cnt", "total")
                                .<MinuteTotal>write((total, cells) -> cells.addTimestampMs(total.windowStartMs())
                                        .addTimestampMs(total.windowEndMs())
                                        .add(total.sensorId())
                                        .add(total.count())
                                        .add(total.total()))))
                .name("totals");

        if (arguments.report() != null) {
            report(readings.getSideOutput(LateByWatermark.LATE), arguments.report(), "late-by-watermark");
            report(totals.getSideOutput(dropped), arguments.report(), "dropped-by-windows");
        }
    }

    private static WatermarkStrategy<Reading> watermarks(Arguments arguments) {
        WatermarkStrategy<Reading> strategy = arguments.delay() == null
                ? WatermarkStrategy.noWatermarks()
                : WatermarkStrategy.forRecordPosition(arguments.delay(), WATERMARK_INTERVAL);
        return strategy.withTimestampAssigner((reading, previous) -> reading.timestampMs());
    }

    private static void report(DataStream<Reading> rows, String directory, String name) {
        rows.sinkTo(FileSink.to(
                        Path.of(directory, name),
                        CsvFormat.standard()
                                .withHeader()
                                .withColumns("sensor_id", "ts", "reading")
                                .<Reading>write((row, cells) -> cells.add(row.sensorId())
                                        .addTimestampMs(row.timestampMs())
                                        .add(row.reading()))))
                .name(name);
    }
}
