package io.tidemark.api.operator;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.function.RuntimeContext;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.type.TypeSerializer;
import java.util.List;
import java.util.Set;

/** What an operator subtask is given at {@link Operator#open}. Used on the task's thread only. */
public interface OperatorContext {
    String jobName();

    String operatorName();

    String uid();

    int subtask();

    int parallelism();

    int maxParallelism();

    int attempt();

    OperatorOutput output();

    /** @throws IllegalStateException when the operator's input is not keyed */
    KeyedState keyedState();

    boolean isKeyed();

    /**
     * Timers in a namespace of this operator; restored ones are back. {@code name} identifies the group
     * of timers in snapshots.
     *
     * @throws UnsupportedOperationException when the operator's input is not keyed
     */
    <N> Timers<N> timers(String name, TypeSerializer<N> namespace, Timers.Handler<N> handler);

    /** Elements of the operator's own list state as of the restored checkpoint; empty on a fresh start. */
    <T> List<T> restoredState(String name, TypeSerializer<T> serializer);

    /** What own list states the restored checkpoint has, asked for or not; none on a fresh start. */
    Set<String> restoredStateNames();

    /** Lets a part of the operator write state of its own at each barrier, after {@link Operator#snapshot}. */
    void addSnapshotPart(SnapshotPart part);

    /** True when the task starts from a checkpoint. */
    boolean isRestored();

    /** The event time of this operator in milliseconds, Long.MIN_VALUE before the first watermark. */
    long currentWatermark();

    /**
     * Whether there are key groups that were further in event time, before the parallelism was changed, than this
     * operator is now. Once false it stays so; it changes after an {@link Operator#advance} only.
     */
    boolean hasKeyGroupsAhead();

    /** How far such a key group was; Long.MIN_VALUE for one that is not ahead. */
    long aheadWatermark(int keyGroup);

    /**
     * The event time that decides what is late for the current key: that of the operator, or what the key's group had
     * reached before the parallelism was changed. As {@link #currentWatermark} where the input is not keyed.
     */
    long currentKeyWatermark();

    /** The wall clock in milliseconds since 1970, as handed to the worker. */
    long processingTimeMs();

    /** A nanosecond clock that never goes back; only differences mean something. */
    long nanoTime();

    /** Calls back on the task's thread once the wall clock is past {@code timeMs}; not part of any snapshot. */
    void callAt(long timeMs, ProcessingTimeCallback callback);

    /** A named counter of this operator that is part of its snapshot, so that it is exact over restarts. */
    Counter counter(String name);

    /**
     * The one place where a late record is reported: counts it, and keeps some as printable samples.
     *
     * @param key null when the input is not keyed
     * @param watermark the event time it met, in milliseconds
     * @param sentAside whether it goes to a side output instead of being dropped
     */
    void reportLate(Object key, Object value, long timestamp, long watermark, boolean sentAside);

    RuntimeContext runtimeContext();

    Configuration configuration();

    ClassLoader userClassLoader();

    /** A callback at a processing time. */
    @FunctionalInterface
    interface ProcessingTimeCallback {
        void onTime(long timeMs) throws Exception;
    }

    /** A part of an operator that has state of its own. */
    @FunctionalInterface
    interface SnapshotPart {
        void snapshot(OperatorStateWriter state, long checkpointId) throws Exception;
    }
}
