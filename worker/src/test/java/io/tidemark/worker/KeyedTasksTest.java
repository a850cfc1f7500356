package io.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.StorageOptions;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.DeclineCheckpointRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.InputEdgeDescriptor;
import io.tidemark.network.proto.OperatorDescriptor;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import io.tidemark.network.proto.TaskDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two keyed operators in one task of a real worker, of the same keys, whose states have the same name. */
class KeyedTasksTest {
    private static final long KEYS = 3;
    private static final int SECOND = 3;

    /** What the operators have counted last: by job, operator and key. */
    private static final Map<String, Long> COUNTS = new ConcurrentHashMap<>();

    @TempDir
    private Path directory;

    private final String jobId = "job-" + UUID.randomUUID();
    private final TestWorkers workers = new TestWorkers(jobId);

    /** Adds to the state of the key at every record. */
    private static final class Adding implements Operator {
        private final long each;
        private OperatorContext context;
        private ValueState<Long> sum;

        Adding(long each) {
            this.each = each;
        }

        @Override
        public void open(OperatorContext opened) throws Exception {
            context = opened;
            sum = opened.keyedState().value(new ValueStateDescriptor<>("sum", Types.LONG));
        }

        @Override
        public void process(int input, Object value, long timestamp) throws Exception {
            Long before = sum.value();
            long after = (before == null ? 0 : before) + each;
            sum.update(after);
            String job = context.runtimeContext().getJobInfo().jobId();
            COUNTS.put(job + " " + context.operatorName() + " " + (Long) value % KEYS, after);
            context.output().collect(0, value, timestamp);
        }
    }

    @AfterEach
    void close() {
        workers.close();
    }

    private static KeySpec<Long, Long> key() {
        return new KeySpec<>((Long value) -> value % KEYS, Types.LONG.createSerializer());
    }

    private static PlanEdgeProto edge() {
        return TestJob.edge().toBuilder().setPartitioner(TestJob.bytes(key())).build();
    }

    private static OperatorDescriptor.Builder operator(int id, String name, OperatorSpec spec) {
        return OperatorDescriptor.newBuilder()
                .setNode(PlanNodeProto.newBuilder()
                        .setId(id)
                        .setUid(name)
                        .setName(name)
                        .setOperator(TestJob.bytes(spec))
                        .addOutputs(PlanOutputProto.newBuilder()
                                .setSerializer(TestJob.bytes(Types.LONG.createSerializer())))
                        .addInputs(PlanInputProto.newBuilder().setOrdinal(0).setKeySpec(TestJob.bytes(key()))));
    }

    private static TaskDescriptor.Builder bothInOneTask(DeployRequest.Builder request) {
        request.addPlacements(Placements.write(List.of(TestJob.SOURCE), List.of("")));
        PlanEdgeProto inside = PlanEdgeProto.newBuilder()
                .setId(1)
                .setSource(TestJob.SUM)
                .setTarget(SECOND)
                .setPartitioning(Partitioning.FORWARD.name())
                .build();
        return TestJob.task(request, TestJob.SUM, "both")
                .addOperators(operator(TestJob.SUM, "ones", new OperatorSpec.CustomSpec(() -> new Adding(1))))
                .addOperators(operator(SECOND, "hundreds", new OperatorSpec.CustomSpec(() -> new Adding(100)))
                        .addChainedInputs(inside))
                .addInputs(InputEdgeDescriptor.newBuilder()
                        .setEdge(edge())
                        .setProducerVertex(TestJob.SOURCE)
                        .setProducerName("numbers")
                        .setSerializer(TestJob.bytes(Types.LONG.createSerializer()))
                        .setProducerParallelism(1));
    }

    private void run(int attempt, long limit) throws Exception {
        DeployRequest.Builder request = TestJob.request(jobId, attempt, 1, directory.resolve("checkpoints"));
        TaskDescriptor.Builder source = TestJob.source(request, "").toBuilder();
        source.getOutputsBuilder(0).setEdge(edge());
        TaskDescriptor.Builder both = bothInOneTask(request);
        for (AckCheckpointRequest ack : workers.coordinator.acks) {
            boolean isSource = TaskSnapshot.parseFrom(ack.getTaskSnapshot()).getVertex() == TestJob.SOURCE;
            ByteString snapshot = ack.getTaskSnapshot();
            (isSource ? source : both).addRestore(snapshot);
        }
        workers.coordinator
                .worker("w")
                .deploy(request.addTasks(source).addTasks(both).build());
        workers.awaitStates(attempt, "1-0 DEPLOYED", "2-0 DEPLOYED");
        workers.startTasks("w", attempt);
        TestJob.LIMITS.get(jobId).set(limit);
    }

    private void awaitCounts(long records) {
        // The last number is of key 0, and the second operator sees it last.
        workers.until(() -> Long.valueOf(records * 100).equals(count("hundreds", 0)));
        for (long key = 0; key < KEYS; key++) {
            assertThat(count("ones", key)).as("ones of key %d", key).isEqualTo(records);
            assertThat(count("hundreds", key)).as("hundreds of key %d", key).isEqualTo(records * 100);
        }
    }

    private Long count(String operator, long key) {
        return COUNTS.get(jobId + " " + operator + " " + key);
    }

    @Test
    void trS4_twoChainedKeyedOperatorsWithOneStateNameMixNothingAlsoAfterARestore() throws Exception {
        workers.start("w", directory, Configuration.empty());
        run(1, 30);
        awaitCounts(10);
        workers.trigger("w", 1, 1);
        workers.until(() -> workers.coordinator.acks.size() == 2);
        COUNTS.clear();

        run(2, 60);
        awaitCounts(20);
    }

    @Test
    void trC5_anErrorOfTheDiskAtACheckpointIsToldWithItsCauseAndTheTasksGoOn() throws Exception {
        Path faults = directory.resolve("faults");
        workers.start("w", directory, Configuration.empty().with(StorageOptions.DISK_FAULT_FILE, faults.toString()));
        run(1, 30);
        awaitCounts(10);
        Files.writeString(faults, "full");

        workers.trigger("w", 1, 1);
        workers.until(() -> !workers.coordinator.declines.isEmpty());
        DeclineCheckpointRequest decline = workers.coordinator.declines.get(0);
        assertThat(decline.getCheckpointId()).isEqualTo(1);
        assertThat(decline.getFailure().getCause())
                .contains("The disk of " + directory.resolve("checkpoints"), "is full");

        Files.delete(faults);
        TestJob.LIMITS.get(jobId).set(60);
        awaitCounts(20);
        workers.trigger("w", 1, 2);
        workers.until(() -> acks(2) == 2);
        assertThat(workers.coordinator.states(1)).noneMatch(state -> state.contains("FAILED"));
    }

    private long acks(long checkpointId) {
        return workers.coordinator.acks.stream()
                .filter(ack -> ack.getCheckpointId() == checkpointId)
                .count();
    }
}
