package io.tidemark.testing;

import io.tidemark.api.DataStream;
import io.tidemark.api.KeyedStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.Records;
import io.tidemark.api.type.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An operator over texts, run with the public kit and written down as the semantics tables write it. Described as in a job:
 *
 * <pre>{@code
 * try (Piece piece = Piece.of(mode.harness(), records -> Piece.keyed(records).process(new Silence()))) {
 *     piece.record("a1", 5);
 *     piece.watermark(10);
 *     assertThat(piece.take()).containsExactly("…@10", "WM(10)");
 * }
 * }</pre>
 */
final class Piece implements AutoCloseable {
    private final StreamHarness harness;
    private final List<TestInput<String>> inputs;
    private final TestOutput<?> main;
    private final Map<String, TestOutput<?>> sides = new TreeMap<>();

    /** What came out of the main output before a restart and was not taken. */
    private final List<String> untaken = new ArrayList<>();

    private Piece(
            StreamHarness harness,
            List<TestInput<String>> inputs,
            SingleOutputStreamOperator<?> operator,
            OutputTag<?>... sideOutputs) {
        this.harness = harness;
        this.inputs = inputs;
        this.main = harness.output(operator.uid("piece"));
        for (OutputTag<?> tag : sideOutputs) {
            sides.put(tag.getId(), harness.output(operator.getSideOutput(tag)));
        }
    }

    /** Of one stream, which comes on one channel. */
    static Piece of(
            StreamHarness harness,
            Function<DataStream<String>, SingleOutputStreamOperator<?>> described,
            OutputTag<?>... sideOutputs) {
        return of(harness, 1, described, sideOutputs);
    }

    /** Of one stream, which comes on so many channels. */
    static Piece of(
            StreamHarness harness,
            int channels,
            Function<DataStream<String>, SingleOutputStreamOperator<?>> described,
            OutputTag<?>... sideOutputs) {
        TestInput<String> input = harness.input(Types.STRING, channels);
        return new Piece(harness, List.of(input), described.apply(input.stream()), sideOutputs);
    }

    /** Of two streams, each of which comes on one channel. */
    static Piece of(
            StreamHarness harness,
            BiFunction<DataStream<String>, DataStream<String>, SingleOutputStreamOperator<?>> described,
            OutputTag<?>... sideOutputs) {
        return of(harness, 1, 1, described, sideOutputs);
    }

    /** Of two streams, which come on so many channels. */
    static Piece of(
            StreamHarness harness,
            int channelsOfFirst,
            int channelsOfSecond,
            BiFunction<DataStream<String>, DataStream<String>, SingleOutputStreamOperator<?>> described,
            OutputTag<?>... sideOutputs) {
        TestInput<String> first = harness.input(Types.STRING, channelsOfFirst);
        TestInput<String> second = harness.input(Types.STRING, channelsOfSecond);
        return new Piece(
                harness, List.of(first, second), described.apply(first.stream(), second.stream()), sideOutputs);
    }

    /** By the first letter of each record. */
    static KeyedStream<String, String> keyed(DataStream<String> records) {
        return records.keyBy(record -> record.substring(0, 1), Types.STRING);
    }

    // ------------------------------------------------------------------------------------ what goes in

    void record(String value) {
        record(value, Records.NO_TIMESTAMP);
    }

    void record(String value, long timestamp) {
        record(0, value, timestamp);
    }

    void record(int input, String value, long timestamp) {
        inputs.get(input).record(value, timestamp);
    }

    void watermark(long timestamp) {
        watermark(0, timestamp);
    }

    void watermark(int input, long timestamp) {
        inputs.get(input).watermark(timestamp);
    }

    /** An input of this number. */
    TestInput<String> input(int number) {
        return inputs.get(number);
    }

    /** The end of every input. */
    void end() {
        inputs.forEach(TestInput::end);
    }

    void advance(Duration by) {
        harness.advanceProcessingTime(by);
    }

    /** Ends all inputs and the job. */
    void finish() {
        harness.finish();
    }

    void processingTime(long nowMs) {
        harness.processingTime(nowMs);
    }

    // ------------------------------------------------------------------------------------ snapshots

    Snapshot snapshot() {
        return harness.snapshot();
    }

    void restore(Snapshot snapshot) {
        harness.restore(snapshot);
    }

    /** Snapshots and restores it where it is. What it then says again of event time, everybody knows. */
    void restart() {
        untaken.addAll(texts(main.take()));
        harness.restore(harness.snapshot());
        untaken.addAll(texts(main.takeRecords()));
    }

    // ------------------------------------------------------------------------------------ what comes out

    /** Takes what came out of the main output since the last call, as traces write it. */
    List<String> take() {
        List<String> taken = new ArrayList<>(untaken);
        untaken.clear();
        taken.addAll(texts(main.take()));
        return taken;
    }

    /** Takes the records that came out of a side output since the last call. */
    List<String> take(OutputTag<?> tag) {
        return texts(sides.get(tag.getId()).takeRecords());
    }

    /** Takes the values of the records that came out of the main output since the last call. */
    List<Object> takeValues() {
        return List.copyOf(main.takeValues());
    }

    /** The end of the main output. */
    TestOutput<?> output() {
        return main;
    }

    private static List<String> texts(List<? extends Element<?>> elements) {
        return elements.stream().map(Piece::text).toList();
    }

    private static String text(Element<?> element) {
        if (element.kind() == Element.Kind.DECLARED) {
            return Probes.text(element.declared());
        }
        return element.isRecord() && element.timestamp() == Records.NO_TIMESTAMP
                ? element + "@none"
                : element.toString();
    }

    /** The operator, to look at. */
    OperatorView operator() {
        return harness.operator("piece");
    }

    @Override
    public void close() {
        harness.close();
    }
}
