package io.tidemark.worker;

import com.google.protobuf.ByteString;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanObjects;
import io.tidemark.api.type.Types;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.InputEdgeDescriptor;
import io.tidemark.network.proto.OperatorDescriptor;
import io.tidemark.network.proto.OutputEdgeDescriptor;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.proto.TaskId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A job of a source of numbers and a keyed sum of them, as descriptors. What its operators do is seen through statics. */
final class TestJob {
    static final int SOURCE = 1;
    static final int SUM = 2;

    /** By job. */
    static final Map<String, AtomicLong> SUMS = new ConcurrentHashMap<>();

    static final Map<String, AtomicLong> LIMITS = new ConcurrentHashMap<>();

    /** Jobs whose source blocks in user code until interrupted, or for good. */
    static final Map<String, CountDownLatch> BLOCKED = new ConcurrentHashMap<>();

    static volatile boolean ignoresInterrupts;

    private TestJob() {}

    /** Emits 1, 2, 3, … up to the job's limit, which may be raised; ends when the limit is -1. */
    static final class Numbers implements Operator {
        private String jobId;
        private OperatorOutput output;
        private long next;

        @Override
        public boolean isSource() {
            return true;
        }

        @Override
        public void open(OperatorContext context) {
            jobId = context.runtimeContext().getJobInfo().jobId();
            output = context.output();
            next = context.restoredState("next", Types.LONG.createSerializer()).stream()
                    .findFirst()
                    .orElse(1L);
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            throw new AssertionError();
        }

        @Override
        public boolean step() {
            CountDownLatch blocked = BLOCKED.get(jobId);
            if (blocked != null) {
                block(blocked);
            }
            long limit = LIMITS.get(jobId).get();
            boolean any = false;
            for (int i = 0; i < 100 && next <= limit && output.hasRoom(); i++, next++) {
                output.collect(0, next, next);
                any = true;
            }
            return any;
        }

        private static void block(CountDownLatch blocked) {
            while (true) {
                try {
                    blocked.countDown();
                    Thread.sleep(60_000);
                } catch (InterruptedException e) {
                    if (!ignoresInterrupts) {
                        throw new IllegalStateException("interrupted", e);
                    }
                }
            }
        }

        @Override
        public boolean isFinished() {
            return LIMITS.get(jobId).get() == -1;
        }

        @Override
        public void snapshot(OperatorStateWriter writer, long checkpointId) {
            writer.put("next", Types.LONG.createSerializer(), List.of(next));
        }
    }

    /** Adds the numbers up. */
    static final class Sum implements Operator {
        private AtomicLong sum;

        @Override
        public void open(OperatorContext context) {
            sum = SUMS.computeIfAbsent(context.runtimeContext().getJobInfo().jobId(), missing -> new AtomicLong());
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            sum.addAndGet((Long) value);
        }
    }

    /** Takes its time for every number, so that channels to it are full. */
    static final class SlowSum implements Operator {
        private final Sum sum = new Sum();

        @Override
        public void open(OperatorContext context) {
            sum.open(context);
        }

        @Override
        public void process(int input, Object value, long timestamp) {
            LockSupport.parkNanos(20_000);
            sum.process(input, value, timestamp);
        }
    }

    /** What the job has added up so far. */
    static long sum(String jobId) {
        return SUMS.computeIfAbsent(jobId, missing -> new AtomicLong()).get();
    }

    static ByteString bytes(Object object) {
        return ByteString.copyFrom(PlanObjects.write(object, "test job"));
    }

    static PlanEdgeProto edge() {
        KeySpec<Long, Long> key = new KeySpec<>((Long value) -> value, Types.LONG.createSerializer());
        return PlanEdgeProto.newBuilder()
                .setId(0)
                .setSource(SOURCE)
                .setTarget(SUM)
                .setPartitioning(Partitioning.HASH.name())
                .setPartitioner(bytes(key))
                .build();
    }

    static TaskDescriptor.Builder task(DeployRequest.Builder request, int vertex, String name) {
        return TaskDescriptor.newBuilder()
                .setTask(TaskId.newBuilder()
                        .setJobId(request.getJobId())
                        .setAttempt(request.getAttempt())
                        .setVertex(vertex))
                .setName(name)
                .setParallelism(1)
                .setMaxParallelism(128);
    }

    /** @param consumerAddress data plane of the consumer; empty for the same worker */
    static TaskDescriptor source(DeployRequest.Builder request, String consumerAddress) {
        request.addPlacements(Placements.write(List.of(SUM), List.of(consumerAddress)));
        return task(request, SOURCE, "numbers")
                .addOperators(OperatorDescriptor.newBuilder()
                        .setNode(PlanNodeProto.newBuilder()
                                .setId(SOURCE)
                                .setUid("numbers")
                                .setName("numbers")
                                .setOperator(bytes(new OperatorSpec.CustomSpec(Numbers::new)))
                                .addOutputs(PlanOutputProto.newBuilder()
                                        .setSerializer(bytes(Types.LONG.createSerializer())))))
                .addOutputs(OutputEdgeDescriptor.newBuilder()
                        .setEdge(edge())
                        .setConsumerVertex(SUM)
                        .setConsumerMaxParallelism(128)
                        .setSerializer(bytes(Types.LONG.createSerializer()))
                        .setConsumerParallelism(1))
                .build();
    }

    /** @param producerAddress data plane of the producer; empty for the same worker */
    static TaskDescriptor sum(DeployRequest.Builder request, String producerAddress) {
        request.addPlacements(Placements.write(List.of(SOURCE), List.of(producerAddress)));
        return task(request, SUM, "sum")
                .addOperators(OperatorDescriptor.newBuilder()
                        .setNode(PlanNodeProto.newBuilder()
                                .setId(SUM)
                                .setUid("sum")
                                .setName("sum")
                                .setOperator(bytes(new OperatorSpec.CustomSpec(Sum::new)))
                                .addInputs(PlanInputProto.newBuilder().setOrdinal(0))))
                .addInputs(InputEdgeDescriptor.newBuilder()
                        .setEdge(edge())
                        .setProducerVertex(SOURCE)
                        .setProducerName("numbers")
                        .setSerializer(bytes(Types.LONG.createSerializer()))
                        .setProducerParallelism(1))
                .build();
    }

    static DeployRequest.Builder request(String jobId, int attempt, long epoch, Path checkpoints) {
        LIMITS.computeIfAbsent(jobId, missing -> new AtomicLong());
        return DeployRequest.newBuilder()
                .setEpoch(epoch)
                .setJobId(jobId)
                .setAttempt(attempt)
                .setJobName("test")
                .setCheckpointDirectory(checkpoints.toString());
    }

    /** Both tasks on one worker. */
    static DeployRequest onOneWorker(String jobId, int attempt, long epoch, Path checkpoints) {
        DeployRequest.Builder request = request(jobId, attempt, epoch, checkpoints);
        return request.addTasks(source(request, "")).addTasks(sum(request, "")).build();
    }
}
