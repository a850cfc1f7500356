package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.BroadcastStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.NonPartitionedContext;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.function.StateManager;
import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.state.AggregatingStateDeclaration;
import io.tidemark.api.state.BroadcastStateDeclaration;
import io.tidemark.api.state.ListStateDeclaration;
import io.tidemark.api.state.MapStateDeclaration;
import io.tidemark.api.state.ReducingStateDeclaration;
import io.tidemark.api.state.StateDeclaration;
import io.tidemark.api.state.StateDeclarations;
import io.tidemark.api.state.ValueStateDeclaration;
import io.tidemark.api.type.TypeDescriptors;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** States that the newer functions declare: of a key, of a subtask, and those that all subtasks have alike. */
class StreamStatesTest {
    private static final ValueStateDeclaration<Long> COUNT =
            StateDeclarations.valueState("count", TypeDescriptors.LONG);
    private static final ListStateDeclaration<String> SEEN =
            StateDeclarations.listState("seen", TypeDescriptors.STRING);
    private static final MapStateDeclaration<String, Integer> LENGTHS =
            StateDeclarations.mapState("lengths", TypeDescriptors.STRING, TypeDescriptors.INT);
    private static final ReducingStateDeclaration<Long> SUM =
            StateDeclarations.reducingState("sum", TypeDescriptors.LONG, Long::sum);
    private static final AggregatingStateDeclaration<String, Long, String> LONGEST =
            StateDeclarations.aggregatingState("longest", TypeDescriptors.LONG, new Longest());
    private static final ListStateDeclaration<String> OWN = StateDeclarations.listStateBuilder(
                    "own", TypeDescriptors.STRING)
            .redistributeBy(ListStateDeclaration.RedistributionStrategy.SPLIT)
            .build();
    private static final BroadcastStateDeclaration<String, String> RULES = StateDeclarations.mapStateBuilder(
                    "rules", TypeDescriptors.STRING, TypeDescriptors.STRING)
            .buildBroadcast();

    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

    @BeforeEach
    void anEmptyLog() {
        Probes.LOG.clear();
        env.setParallelism(1);
    }

    private static final class Longest implements AggregateFunction<String, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(String value, Long accumulator) {
            return Math.max(value.length(), accumulator);
        }

        @Override
        public String getResult(Long accumulator) {
            return "max" + accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return Math.max(a, b);
        }
    }

    /** Keeps what comes in a state of each kind, and says what they hold. */
    private static final class EveryKind implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Set<StateDeclaration> usesStates() {
            return Set.of(COUNT, SEEN, LENGTHS, SUM, LONGEST);
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx)
                throws Exception {
            StateManager states = ctx.getStateManager();
            Long count = states.getState(COUNT).value();
            states.getState(COUNT).update(count == null ? 1 : count + 1);
            states.getState(SEEN).add(record);
            states.getState(LENGTHS).put(record, record.length());
            states.getState(SUM).add((long) record.length());
            states.getState(LONGEST).add(record);
            List<String> seen = new ArrayList<>();
            states.getState(SEEN).get().forEach(seen::add);
            output.collect(states.getCurrentKey() + ":" + states.getState(COUNT).value() + seen
                    + states.getStateOptional(LENGTHS).orElseThrow().get(record)
                    + "/" + states.getState(SUM).get() + "/"
                    + states.getState(LONGEST).get());
        }
    }

    @ParameterizedTest
    @EnumSource
    void statesOfAKeyAreWhatTheyAreDeclaredToBeAlsoAfterARestore(Edges edges) throws Exception {
        HandSource source = new HandSource("states-" + edges, false, List.of("a"));
        env.fromSource(source.texts(), WatermarkStrategy.noWatermarks(), "hand", Types.STRING)
                .keyBy(record -> record.substring(0, 1), Types.STRING)
                .process(new EveryKind())
                .process(new Probe("p"));
        Map<String, TaskSnapshot> checkpoint;
        try (HandJob job = new HandJob(env.buildPlan("states"), edges)) {
            source.content().add("a", "a1", "b22", "a333");
            job.run();
            assertThat(Probes.take()).isEqualTo("p:a:1[a1]2/2/max2 p:b:1[b22]3/3/max3 p:a:2[a1, a333]4/6/max4");
            checkpoint = job.checkpoint();
        }
        try (HandJob job = new HandJob(env.buildPlan("states"), edges, checkpoint)) {
            source.content().add("a", "a1");
            job.run();
        }
        assertThat(Probes.take()).isEqualTo("p:a:3[a1, a333, a1]2/8/max4");
    }

    /** Keeps all records in a list of its subtask. */
    private record Own(boolean isDeclared) implements OneInputStreamProcessFunction<String, String> {
        @Override
        public Set<StateDeclaration> usesStates() {
            return isDeclared ? Set.of(OWN) : Set.of();
        }

        @Override
        public void open(NonPartitionedContext<String> ctx) throws Exception {
            if (isDeclared) {
                Probes.LOG.add("open:" + ctx.getStateManager().getState(OWN).get());
            }
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx)
                throws Exception {
            assertThat(ctx.getStateManager().getStateOptional(COUNT)).isEmpty();
            ctx.getStateManager().getState(OWN).add(record);
            output.collect(ctx.getStateManager().getStateOptional(OWN).isPresent() + record);
        }
    }

    @Test
    void aListOfTheSubtaskNeedsNoKeyAndIsThereFromTheBeginningAfterARestore() throws Exception {
        HandSource source = new HandSource("own", false, List.of("a"));
        env.fromSource(source.texts(), WatermarkStrategy.noWatermarks(), "hand", Types.STRING)
                .process(new Own(true))
                .process(new Probe("p"));
        Map<String, TaskSnapshot> checkpoint;
        try (HandJob job = new HandJob(env.buildPlan("own"), Edges.CHAINED)) {
            source.content().add("a", "x", "y");
            job.run();
            checkpoint = job.checkpoint();
        }
        assertThat(Probes.take()).isEqualTo("open:[] p:truex p:truey");
        try (HandJob job = new HandJob(env.buildPlan("own"), Edges.CHAINED, checkpoint)) {
            job.run();
        }
        assertThat(Probes.LOG).containsExactly("open:[x, y]");
    }

    @Test
    void aStateOfTheSubtaskThatIsNotDeclaredIsNamedWithWhatToDo() {
        env.fromData("x").process(new Own(false));
        assertThatThrownBy(() -> {
                    try (HandJob job = new HandJob(env.buildPlan("undeclared"), Edges.CHAINED)) {
                        job.run();
                    }
                })
                .hasMessageContaining("State \"own\" of operator")
                .hasMessageContaining("Return its declaration from usesStates of the function.");
    }

    @Test
    void aStateOfAKeyOnAStreamWithoutKeysIsRefusedWhenTheJobIsPlanned() {
        assertThatThrownBy(() -> env.fromData("x").process(new EveryKind()))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("is of a key, and the stream is not keyed")
                .hasMessageContaining("Call keyBy before it");
    }

    @Test
    void aListThatIsTheSameOnAllSubtasksIsRefused() {
        assertThatThrownBy(() -> StateDeclarations.listStateBuilder("all", TypeDescriptors.LONG)
                        .redistributeWithMode(StateDeclaration.RedistributionMode.IDENTICAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("list state \"all\" cannot be the same on all subtasks")
                .hasMessageContaining("buildBroadcast()");
    }

    /** Rules such as {@code a=b} say what becomes of a record. */
    private static final class Ruled implements TwoInputBroadcastStreamProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Set<StateDeclaration> usesStates() {
            return Set.of(RULES);
        }

        @Override
        public void processRecordFromNonBroadcastInput(
                String record, Collector<String> output, PartitionedContext<String> ctx) throws Exception {
            String rule = ctx.getStateManager().getState(RULES).get(record);
            output.collect(record + "->" + rule + "@" + ctx.getTaskInfo().subtask());
        }

        @Override
        public void processRecordFromBroadcastInput(String rule, NonPartitionedContext<String> ctx) throws Exception {
            String[] parts = rule.split("=");
            ctx.getStateManager().getState(RULES).put(parts[0], parts[1]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsBroadcastIsKeptAlikeByAllSubtasksAndRestored(Edges edges) throws Exception {
        HandSource records = new HandSource("records-" + edges, false, List.of("a", "b"));
        HandSource rules = new HandSource("rules-" + edges, false, List.of("r"));
        env.setParallelism(2);
        DataStream<String> stream =
                env.fromSource(records.texts(), WatermarkStrategy.noWatermarks(), "records", Types.STRING);
        BroadcastStream<String> spread = env.fromSource(
                        rules.texts(), WatermarkStrategy.noWatermarks(), "rules", Types.STRING)
                .setParallelism(1)
                .broadcast();
        stream.connectAndProcess(spread, new Ruled()).process(new Probe("p"));
        Map<String, TaskSnapshot> checkpoint;
        try (HandJob job = new HandJob(env.buildPlan("rules"), edges)) {
            rules.content().add("r", "x=1", "y=2");
            job.run();
            records.content().add("a", "x");
            records.content().add("b", "y");
            job.run();
            assertThat(Probes.takeSorted()).containsExactly("p:x->1@0", "p:y->2@1");
            rules.content().add("r", "x=3");
            job.run();
            checkpoint = job.checkpoint();
        }
        try (HandJob job = new HandJob(env.buildPlan("rules"), edges, checkpoint)) {
            records.content().add("a", "x", "y");
            records.content().add("b", "x");
            job.run();
        }
        assertThat(Probes.takeSorted()).containsExactly("p:x->3@0", "p:x->3@1", "p:y->2@0");
    }
}
