package io.tidemark.worker.chain;

import com.google.protobuf.ByteString;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.function.RuntimeContext;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;
import io.tidemark.checkpoint.key.KeyGroups;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.StateSharing;
import io.tidemark.checkpoint.schema.FunctionStates;
import io.tidemark.checkpoint.schema.RoleDifference;
import io.tidemark.checkpoint.schema.StateMisfit;
import io.tidemark.checkpoint.store.StateSchemaException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What an operator of a chain is given. */
final class NodeContext implements OperatorContext {
    private final ChainNode node;
    private final ChainSetup chain;
    private final OperatorSetup setup;
    private OperatorOutput output;
    private final TaskClock clock;
    private final CallbackQueue callbacks;
    private final OperatorCounters counters;
    private final LateLog lateLog;
    private final RuntimeContext runtimeContext;
    private final List<SnapshotPart> snapshotParts = new ArrayList<>();
    private final Map<String, TypeSerializer<?>> ownStates = new TreeMap<>();

    NodeContext(
            ChainNode node,
            ChainSetup chain,
            OperatorSetup setup,
            OperatorOutput output,
            TaskClock clock,
            CallbackQueue callbacks) {
        this.node = node;
        this.chain = chain;
        this.setup = setup;
        this.output = output;
        this.clock = clock;
        this.callbacks = callbacks;
        this.counters = new OperatorCounters(setup.restored().counters());
        this.lateLog = new LateLog(counters);
        this.runtimeContext = new NodeRuntimeContext(chain, setup, counters, output);
    }

    /** Where the operator's records go, from now on. */
    void useOutput(OperatorOutput own) {
        output = own;
    }

    OperatorCounters counters() {
        return counters;
    }

    LateLog lateLog() {
        return lateLog;
    }

    @Override
    public String jobName() {
        return chain.where().jobName();
    }

    @Override
    public String operatorName() {
        return setup.name();
    }

    @Override
    public String uid() {
        return setup.uid();
    }

    @Override
    public int subtask() {
        return chain.where().subtask();
    }

    @Override
    public int parallelism() {
        return chain.where().parallelism();
    }

    @Override
    public int maxParallelism() {
        return chain.where().maxParallelism();
    }

    @Override
    public int attempt() {
        return chain.where().attempt();
    }

    @Override
    public OperatorOutput output() {
        return output;
    }

    @Override
    public KeyedState keyedState() {
        if (setup.store() == null) {
            throw new IllegalStateException(node.where() + " has no keyed input, so it has no keyed state");
        }
        return setup.store();
    }

    @Override
    public boolean isKeyed() {
        return setup.store() != null;
    }

    @Override
    public <N> Timers<N> timers(String name, TypeSerializer<N> namespace, Timers.Handler<N> handler) {
        return node.timers(name, namespace, handler);
    }

    @Override
    public <T> List<T> restoredState(String name, TypeSerializer<T> serializer) {
        ownStates.put(name, serializer);
        ValueReader<T> reader = reader(name, serializer);
        List<T> elements = new ArrayList<>();
        for (ByteString element : setup.restored().own().getOrDefault(name, List.of())) {
            elements.add(reader.read(new BinaryReader(element.toByteArray())));
        }
        return elements;
    }

    /** Reads what was stored with another schema too, if it fits. */
    private <T> ValueReader<T> reader(String name, TypeSerializer<T> serializer) {
        ByteString schema = setup.restored().ownSchemas().get(name);
        if (schema == null) {
            return serializer::deserialize;
        }
        SerializerSnapshot stored = SerializerSnapshot.readFrom(new BinaryReader(schema.toByteArray()));
        SchemaComparison comparison = SchemaComparison.of(stored, serializer);
        if (comparison.verdict() == SchemaComparison.Verdict.MISFIT) {
            throw StateSchemaException.misfits(comparison.misfits().stream()
                    .map(difference -> new StateMisfit(
                            setup.uid(), "its own list \"" + name + "\"", new RoleDifference("element", difference)))
                    .toList());
        }
        return comparison.reader(serializer);
    }

    /** The operator's own list states that it asked for, by name. */
    Map<String, TypeSerializer<?>> ownStates() {
        return Collections.unmodifiableMap(ownStates);
    }

    @Override
    public Set<String> restoredStateNames() {
        return Collections.unmodifiableSet(setup.restored().own().keySet());
    }

    /**
     * The state of its function that was restored and that nobody has asked for: it stays in snapshots as it is, as state of keys
     * does, until somebody asks. Of what every subtask is given whole, one writes it.
     */
    List<NamedState> unclaimed() {
        RestoredOperator restored = setup.restored();
        List<NamedState> unclaimed = new ArrayList<>();
        for (Map.Entry<String, List<ByteString>> state : restored.own().entrySet()) {
            String name = state.getKey();
            boolean isOfFunction = FunctionStates.listOf(name) != null || FunctionStates.broadcastOf(name) != null;
            StateSharing sharing = restored.ownSharing().get(name);
            boolean isWrittenHere = sharing != StateSharing.UNION || subtask() == 0;
            if (isOfFunction
                    && isWrittenHere
                    && !ownStates.containsKey(name)
                    && !state.getValue().isEmpty()) {
                unclaimed.add(NamedState.newBuilder()
                        .setName(name)
                        .setSharing(sharing)
                        .setSchema(restored.ownSchemas().getOrDefault(name, ByteString.EMPTY))
                        .addAllElements(state.getValue())
                        .build());
            }
        }
        return unclaimed;
    }

    @Override
    public void addSnapshotPart(SnapshotPart part) {
        snapshotParts.add(part);
    }

    /** Writes the state of the operator's parts. */
    void snapshotParts(OperatorStateWriter state, long checkpointId) throws Exception {
        for (SnapshotPart part : snapshotParts) {
            part.snapshot(state, checkpointId);
        }
    }

    @Override
    public boolean isRestored() {
        return setup.restored().isRestored();
    }

    @Override
    public long currentWatermark() {
        return node.eventTime();
    }

    @Override
    public boolean hasKeyGroupsAhead() {
        return node.keyGroupsAhead() != null;
    }

    @Override
    public long aheadWatermark(int keyGroup) {
        KeyGroupTimes ahead = node.keyGroupsAhead();
        return ahead == null ? Long.MIN_VALUE : ahead.of(keyGroup);
    }

    @Override
    public long currentKeyWatermark() {
        KeyGroupTimes ahead = node.keyGroupsAhead();
        if (ahead == null) {
            return node.eventTime();
        }
        int keyGroup = KeyGroups.keyGroup(setup.store().currentKeyHash(), maxParallelism());
        return Math.max(node.eventTime(), ahead.of(keyGroup));
    }

    @Override
    public long processingTimeMs() {
        return clock.nowMs();
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public void callAt(long timeMs, ProcessingTimeCallback callback) {
        callbacks.add(timeMs, node, callback);
    }

    @Override
    public Counter counter(String name) {
        return counters.counter(name);
    }

    @Override
    public void reportLate(Object key, Object value, long timestamp, long watermark, boolean sentAside) {
        lateLog.report(key, value, timestamp, watermark, sentAside);
    }

    @Override
    public RuntimeContext runtimeContext() {
        return runtimeContext;
    }

    @Override
    public Configuration configuration() {
        return chain.configuration();
    }

    @Override
    public ClassLoader userClassLoader() {
        return chain.userClassLoader();
    }
}
