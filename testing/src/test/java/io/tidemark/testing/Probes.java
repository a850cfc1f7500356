package io.tidemark.testing;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.NonPartitionedContext;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.watermark.BoolWatermark;
import io.tidemark.api.watermark.LongWatermark;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Functions that emit what their records say, and write down what comes, all in one log. */
final class Probes {
    /** What the functions of a test have written down, in order. One thread steps them all. */
    static final List<String> LOG = new ArrayList<>();

    private Probes() {}

    static String text(Watermark watermark) {
        Object value = watermark instanceof LongWatermark number
                ? number.getValue()
                : (Object) ((BoolWatermark) watermark).getValue();
        return "<" + watermark.getIdentifier() + value + ">";
    }

    /** {@code L5} is a number of the identifier L, {@code Btrue} a flag of B; null for anything else. */
    static Watermark watermarkOf(String record) {
        if (record.matches("[A-Z]-?\\d+")) {
            return new LongWatermark(Long.parseLong(record.substring(1)), record.substring(0, 1));
        }
        if (record.matches("[A-Z](true|false)")) {
            return new BoolWatermark(Boolean.parseBoolean(record.substring(1)), record.substring(0, 1));
        }
        return null;
    }

    /** Emits a watermark for each record that says one, and passes the others on. */
    static final class Emitter implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private final Set<WatermarkDeclaration> declarations;

        Emitter(WatermarkDeclaration... declarations) {
            this.declarations = Set.of(declarations);
        }

        @Override
        public Set<? extends WatermarkDeclaration> declareWatermarks() {
            return declarations;
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx) {
            Watermark watermark = watermarkOf(record);
            if (watermark == null) {
                output.collect(record);
            } else {
                ctx.getNonPartitionedContext().getWatermarkManager().emitWatermark(watermark);
            }
        }
    }

    /** Writes down what comes, under a name, and passes it on. */
    static final class Probe implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private final String name;
        private final WatermarkHandlingResult result;
        private final boolean isNumbered;
        private final Set<WatermarkDeclaration> declarations;

        Probe(String name, WatermarkDeclaration... declarations) {
            this(name, WatermarkHandlingResult.PEEK, false, declarations);
        }

        Probe(String name, WatermarkHandlingResult result, boolean isNumbered, WatermarkDeclaration... declarations) {
            this.name = name;
            this.result = result;
            this.isNumbered = isNumbered;
            this.declarations = Set.of(declarations);
        }

        @Override
        public Set<? extends WatermarkDeclaration> declareWatermarks() {
            return declarations;
        }

        private void note(String what, int subtask) {
            LOG.add(name + (isNumbered ? subtask : "") + ":" + what);
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx) {
            note(record, ctx.getTaskInfo().subtask());
            output.collect(record);
        }

        @Override
        public WatermarkHandlingResult onWatermark(
                Watermark watermark, Collector<String> output, NonPartitionedContext<String> ctx) {
            note(text(watermark), ctx.getTaskInfo().subtask());
            return result;
        }

        @Override
        public void endInput(NonPartitionedContext<String> ctx) {
            note("end", ctx.getTaskInfo().subtask());
        }
    }

    /** A sink that writes down what comes, event time too, under a name. */
    record ProbeSink(String name, Set<WatermarkDeclaration> declareWatermarks) implements Sink<String> {
        @Override
        public SinkWriter<String> createWriter(SinkContext context) {
            return new SinkWriter<>() {
                @Override
                public void write(String record, long timestamp) {
                    LOG.add(name + ":" + record);
                }

                @Override
                public void writeWatermark(io.tidemark.api.eventtime.Watermark watermark) {
                    LOG.add(name + ":WM" + Emitted.time(watermark.getTimestamp()));
                }

                @Override
                public void onWatermark(Watermark watermark) {
                    LOG.add(name + ":" + text(watermark));
                }

                @Override
                public void close() {}
            };
        }
    }

    /** The log as one line, and empties it. */
    static String take() {
        String all = String.join(" ", LOG);
        LOG.clear();
        return all;
    }

    /** As {@link #take()}, where the order of the entries does not count. */
    static List<String> takeSorted() {
        List<String> all = new ArrayList<>(LOG);
        LOG.clear();
        all.sort(null);
        return all;
    }

    /** Of a log line only what was written under a name. */
    static String of(String name, String log) {
        List<String> mine = new ArrayList<>();
        for (String entry : log.split(" ")) {
            if (entry.startsWith(name + ":")) {
                mine.add(entry.substring(name.length() + 1));
            }
        }
        return String.join(" ", mine);
    }

    /** The distinct entries of a log line, in order of their texts. */
    static Set<String> distinct(String log) {
        return new TreeSet<>(List.of(log.split(" ")));
    }
}
