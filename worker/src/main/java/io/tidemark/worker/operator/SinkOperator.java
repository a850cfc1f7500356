package io.tidemark.worker.operator;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.SinkContext;
import io.tidemark.api.connector.SinkWriter;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.Records;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.WatermarkHandlingResult;
import io.tidemark.worker.chain.KnownOwnStates;
import io.tidemark.worker.failure.FatalTaskException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes to a sink. What its writer prepares at a barrier is remembered with the checkpoint's id, is part of that and every
 * later snapshot until it is committed, and is committed when that checkpoint or a later one is complete. So what was
 * prepared for a checkpoint that failed goes out with the next.
 */
final class SinkOperator implements Operator, KnownOwnStates {
    private static final String PENDING = "pending-commits";

    private final Sink<Object> sink;
    private final TypeSerializer<PendingCommit> pendingSerializer;
    private final List<PendingCommit> pending = new ArrayList<>();
    private SinkWriter<Object> writer;

    @SuppressWarnings("unchecked")
    SinkOperator(Sink<Object> sink) {
        this.sink = sink;
        TypeSerializer<Object> committables = (TypeSerializer<Object>) sink.committableSerializer();
        this.pendingSerializer = committables == null ? null : new PendingCommit.Serializer(committables);
    }

    @Override
    public Map<String, TypeSerializer<?>> ownStates() {
        return pendingSerializer == null ? Map.of() : Map.of(PENDING, pendingSerializer);
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        writer = sink.createWriter(new Context(context));
        if (pendingSerializer != null) {
            // The checkpoint that holds them is complete, or it would not have been restored.
            commit(context.restoredState(PENDING, pendingSerializer));
        }
        writer.discardLeftovers();
    }

    private void commit(List<PendingCommit> commits) throws Exception {
        if (!commits.isEmpty()) {
            writer.commit(commits.stream().map(PendingCommit::committable).toList());
        }
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        writer.write(value, timestamp);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        SinkWriter<Object> target = writer;
        for (int i = from; i < to; i++) {
            target.write(records.value(i), records.timestamp(i));
        }
    }

    @Override
    public boolean advance(long watermark) throws Exception {
        writer.writeWatermark(new Watermark(watermark));
        return true;
    }

    @Override
    public WatermarkHandlingResult onWatermark(int input, io.tidemark.api.watermark.Watermark watermark)
            throws Exception {
        writer.onWatermark(watermark);
        return WatermarkHandlingResult.PEEK;
    }

    @Override
    public void endInput(int input) throws Exception {
        writer.flush();
    }

    @Override
    public void snapshot(OperatorStateWriter state, long checkpointId) throws Exception {
        writer.flush();
        List<Object> committables = writer.prepareCommit(checkpointId);
        if (pendingSerializer == null) {
            if (!committables.isEmpty()) {
                throw new FatalTaskException(
                        "the sink " + sink.getClass().getName() + " prepared a commit but has no committableSerializer",
                        "Return a serializer from Sink.committableSerializer().");
            }
            return;
        }
        committables.forEach(committable -> pending.add(new PendingCommit(checkpointId, committable)));
        state.put(PENDING, pendingSerializer, pending);
    }

    @Override
    public void checkpointComplete(long checkpointId) throws Exception {
        List<PendingCommit> due = pending.stream()
                .filter(commit -> commit.checkpointId() <= checkpointId)
                .toList();
        commit(due);
        pending.removeAll(due);
    }

    @Override
    public void close() throws Exception {
        if (writer != null) {
            writer.close();
        }
    }

    private record Context(OperatorContext operator) implements SinkContext {
        @Override
        public String jobId() {
            return operator.runtimeContext().getJobInfo().jobId();
        }

        @Override
        public String operatorName() {
            return operator.operatorName();
        }

        @Override
        public int subtask() {
            return operator.subtask();
        }

        @Override
        public int parallelism() {
            return operator.parallelism();
        }

        @Override
        public int attempt() {
            return operator.attempt();
        }

        @Override
        public boolean isRestored() {
            return operator.isRestored();
        }

        @Override
        public long processingTimeMs() {
            return operator.processingTimeMs();
        }

        @Override
        public Counter counter(String name) {
            return operator.counter(name);
        }
    }
}
