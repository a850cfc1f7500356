package io.tidemark.worker.chain;

import io.tidemark.api.function.JobInfo;
import io.tidemark.api.function.RuntimeContext;
import io.tidemark.api.function.TaskInfo;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.OperatorOutput;
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
import io.tidemark.checkpoint.store.KeyedStateStore;

/** What a rich function of a chained operator is given. */
final class NodeRuntimeContext implements RuntimeContext {
    private final JobInfo jobInfo;
    private final TaskInfo taskInfo;
    private final KeyedStateStore store;
    private final OperatorCounters counters;
    private final OperatorOutput output;
    private final ClassLoader userClassLoader;

    NodeRuntimeContext(ChainSetup chain, OperatorSetup setup, OperatorCounters counters, OperatorOutput output) {
        ChainSetup.Where where = chain.where();
        this.jobInfo = new JobInfo(where.jobId(), where.jobName());
        this.taskInfo = new TaskInfo(
                setup.name(), where.subtask(), where.parallelism(), where.maxParallelism(), where.attempt());
        this.store = setup.store();
        this.counters = counters;
        this.output = output;
        this.userClassLoader = chain.userClassLoader();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return taskInfo;
    }

    @Override
    public JobInfo getJobInfo() {
        return jobInfo;
    }

    private KeyedStateStore store(String stateName) {
        if (store == null) {
            throw new IllegalStateException("state \"" + stateName + "\" was asked for in operator \""
                    + taskInfo.operatorName() + "\", whose stream is not keyed; call keyBy before it");
        }
        return store;
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
        return store(descriptor.getName()).value(descriptor);
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
        return store(descriptor.getName()).list(descriptor);
    }

    @Override
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor) {
        return store(descriptor.getName()).map(descriptor);
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
        return store(descriptor.getName()).reducing(descriptor);
    }

    @Override
    public <IN, ACC, OUT> AggregatingState<IN, OUT> getAggregatingState(
            AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
        return store(descriptor.getName()).aggregating(descriptor);
    }

    @Override
    public Counter counter(String name) {
        return counters.counter(name);
    }

    @Override
    public WatermarkManager getWatermarkManager() {
        return output::emitDeclared;
    }

    @Override
    public ClassLoader getUserCodeClassLoader() {
        return userClassLoader;
    }
}
