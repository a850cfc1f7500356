package io.tidemark.worker.declared;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.checkpoint.schema.OperatorStates;
import io.tidemark.network.plan.PlanCodec;
import io.tidemark.network.proto.JobPlanProto;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plan's operators declare, found without running it. */
class DeclaredStatesTest {
    private static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    @TempDir
    private Path directory;

    record Split(String splitId) implements SourceSplit {}

    /** Of a system that nobody may reach for. */
    private static final class Unreachable implements Source<String, SourceSplit> {
        private static final long serialVersionUID = 1L;

        @Override
        public Boundedness boundedness() {
            return Boundedness.BOUNDED;
        }

        @Override
        public List<SourceSplit> enumerateSplits(int parallelism) {
            throw new AssertionError("enumerated");
        }

        @Override
        public SourceReader<String, SourceSplit> createReader(SourceReaderContext context) {
            throw new AssertionError("opened");
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public TypeSerializer<SourceSplit> splitSerializer() {
            return (TypeSerializer) Types.RECORD(Split.class).createSerializer();
        }
    }

    private static final class UnreachableSink implements Sink<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public SinkWriter<String> createWriter(SinkContext context) {
            throw new AssertionError("opened");
        }

        @Override
        public TypeSerializer<?> committableSerializer() {
            return Types.STRING.createSerializer();
        }
    }

    private static final class Keeping extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(OpenContext context) {
            getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            getRuntimeContext().getMapState(new MapStateDescriptor<>("seen", Types.STRING, Types.INT));
        }

        @Override
        public void processElement(String value, Context context, Collector<String> out) {}
    }

    private static final class Last extends ProcessWindowFunction<String, String, String, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(String key, Context context, Iterable<String> elements, Collector<String> out) {}
    }

    private static JobPlanProto plan() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<String> records = env.fromSource(
                        new Unreachable(), WatermarkStrategy.noWatermarks(), "records", Types.STRING)
                .uid("source");
        SingleOutputStreamOperator<String> windows = records.keyBy(record -> record, Types.STRING)
                .process(new Keeping(), Types.STRING)
                .uid("keeping")
                .keyBy(record -> record, Types.STRING)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(5)))
                .allowedLateness(Duration.ofSeconds(1))
                .sideOutputLateData(LATE)
                .process(new Last(), Types.STRING)
                .uid("windows");
        windows.sinkTo(new UnreachableSink()).uid("sink");
        windows.getSideOutput(LATE).sinkTo(new UnreachableSink()).uid("late");
        return PlanCodec.toProto(env.buildPlan("job"));
    }

    private Map<String, OperatorStates> declared() throws InterruptedException {
        Map<String, OperatorStates> byUid = new TreeMap<>();
        new DeclaredStates(plan(), getClass().getClassLoader(), directory, Duration.ofSeconds(30))
                .find()
                .forEach(operator -> byUid.put(operator.uid(), operator));
        return byUid;
    }

    private static List<String> texts(OperatorStates operator) {
        return operator.keyed().stream()
                .map(state -> state.kind() + " " + state.name() + " " + new TreeMap<>(state.parts()).keySet())
                .toList();
    }

    @Test
    void functionsAndWindowsAreOpenedAndSourcesAndSinksAreNot() throws Exception {
        Map<String, OperatorStates> declared = declared();
        assertThat(declared.values())
                .allSatisfy(operator -> assertThat(operator.problem()).isEmpty());
        assertThat(texts(declared.get("keeping")))
                .containsExactlyInAnyOrder(
                        "timers function-timers [namespace]", "value count [value]", "map seen [mapKey, value]");
        assertThat(texts(declared.get("windows"))).anyMatch(text -> text.startsWith("namespaced "));
        assertThat(declared.get("keeping").keys().schema().typeName()).isEqualTo("java.lang.String");
        assertThat(declared.get("sink").own()).containsOnlyKeys("pending-commits");
        OperatorStates reader = declared.values().stream()
                .filter(operator -> operator.own().containsKey("splits"))
                .findFirst()
                .orElseThrow();
        assertThat(reader.own().get("splits").schema().typeName()).endsWith("Split");
    }
}
