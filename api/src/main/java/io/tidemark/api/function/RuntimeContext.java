package io.tidemark.api.function;

import io.tidemark.api.metric.Counter;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.watermark.WatermarkManager;

/** What a {@link RichFunction} knows about where it runs, and its state. Used on the task's thread only. */
public interface RuntimeContext {
    TaskInfo getTaskInfo();

    JobInfo getJobInfo();

    /**
     * The state of this name; the same one each time.
     *
     * @throws IllegalStateException when the stream is not keyed, or the name is taken by a state of another kind
     */
    <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor);

    /** As {@link #getState}. */
    <T> ListState<T> getListState(ListStateDescriptor<T> descriptor);

    /** As {@link #getState}. */
    <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor);

    /** As {@link #getState}. */
    <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor);

    /** As {@link #getState}. */
    <IN, ACC, OUT> AggregatingState<IN, OUT> getAggregatingState(AggregatingStateDescriptor<IN, ACC, OUT> descriptor);

    /** A counter of this operator. It is part of every checkpoint, so it is exact over restarts. */
    Counter counter(String name);

    /** Where watermarks that the job declares are emitted. */
    WatermarkManager getWatermarkManager();

    ClassLoader getUserCodeClassLoader();

    default String getJobName() {
        return getJobInfo().jobName();
    }

    default String getTaskName() {
        return getTaskInfo().operatorName();
    }

    default int getIndexOfThisSubtask() {
        return getTaskInfo().subtask();
    }

    default int getNumberOfParallelSubtasks() {
        return getTaskInfo().parallelism();
    }

    default int getMaxNumberOfParallelSubtasks() {
        return getTaskInfo().maxParallelism();
    }

    default int getAttemptNumber() {
        return getTaskInfo().attempt();
    }
}
