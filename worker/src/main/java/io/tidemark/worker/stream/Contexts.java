package io.tidemark.worker.stream;

import io.tidemark.api.function.ApplyPartitionFunction;
import io.tidemark.api.function.BasePartitionedContext;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.EventTimeManager;
import io.tidemark.api.function.JobInfo;
import io.tidemark.api.function.NonPartitionedContext;
import io.tidemark.api.function.OperatorStateStore;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.function.ProcessingTimeManager;
import io.tidemark.api.function.StateManager;
import io.tidemark.api.function.TaskInfo;
import io.tidemark.api.function.TimerService;
import io.tidemark.api.function.TwoOutputApplyPartitionFunction;
import io.tidemark.api.function.TwoOutputNonPartitionedContext;
import io.tidemark.api.function.TwoOutputPartitionedContext;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.Timers;
import io.tidemark.api.state.StateDeclaration;
import io.tidemark.api.watermark.WatermarkManager;
import io.tidemark.worker.function.FunctionTimers;
import io.tidemark.worker.function.TimestampedCollector;
import java.util.Set;

/** What a function is given: collectors and contexts, made once. It is itself the context of a partition. */
final class Contexts implements PartitionedContext<Object> {
    private final OperatorContext operator;
    private final TimestampedCollector<Object> output;
    private final Collector<Object> secondOutput;
    private final States stateManager;
    private final FunctionTimers timers;
    private final ProcessingTimeManager processingTime;
    private final EventTimeManager eventTime;
    /** Null when the stream is not keyed, or the function does not ask for its keys. */
    private final KnownKeys keys;

    private final NonPartitioned nonPartitioned = new NonPartitioned();

    /** @param usesAllPartitions whether the function asks for all keys */
    Contexts(OperatorContext operator, Timers.Handler<Void> handler, boolean usesAllPartitions) {
        this.operator = operator;
        this.keys = operator.isKeyed() && usesAllPartitions ? new KnownKeys(operator.keyedState()) : null;
        this.output = new TimestampedCollector<>(operator.output());
        int second = operator.output().ordinalOf(OperatorSpec.StreamProcessSpec.SECOND_OUTPUT);
        this.secondOutput =
                second < 0 ? record -> {} : record -> operator.output().collect(second, record, output.timestamp());
        this.stateManager = new States(operator);
        this.timers = new FunctionTimers(operator, handler);
        this.processingTime = new ProcessingTime(timers);
        this.eventTime = new EventTime(timers);
    }

    /** Opens the states that the function says that it uses. */
    void openStates(Set<StateDeclaration> used, OperatorStateStore ofSubtask) {
        stateManager.open(used, ofSubtask);
    }

    /** What is collected from now on carries this timestamp. */
    void setTimestamp(long timestamp) {
        output.setTimestamp(timestamp);
    }

    /** A record of the current key has come. */
    void noteKey() {
        if (keys != null) {
            keys.note();
        }
    }

    Collector<Object> output() {
        return output;
    }

    Collector<Object> secondOutput() {
        return secondOutput;
    }

    NonPartitionedContext<Object> nonPartitioned() {
        return nonPartitioned;
    }

    TwoOutputs twoOutputs() {
        return new TwoOutputs();
    }

    @Override
    public StateManager getStateManager() {
        return stateManager;
    }

    @Override
    public ProcessingTimeManager getProcessingTimeManager() {
        return processingTime;
    }

    @Override
    public EventTimeManager getEventTimeManager() {
        return eventTime;
    }

    @Override
    public String getTimerName() {
        return timers.firingName();
    }

    @Override
    public NonPartitionedContext<Object> getNonPartitionedContext() {
        return nonPartitioned;
    }

    @Override
    public JobInfo getJobInfo() {
        return operator.runtimeContext().getJobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return operator.runtimeContext().getTaskInfo();
    }

    @Override
    public Counter counter(String name) {
        return operator.counter(name);
    }

    private void forAllPartitions(KnownKeys.Action action) throws Exception {
        if (operator.isKeyed() && keys == null) {
            throw new IllegalStateException("The function of operator \"" + operator.operatorName()
                    + "\" called applyToAllPartitions, but its keys are not remembered; override usesAllPartitions to return"
                    + " true.");
        }
        long timestamp = output.timestamp();
        output.setTimestamp(Records.NO_TIMESTAMP);
        if (keys == null) {
            action.run();
        } else {
            keys.forEach(action);
        }
        output.setTimestamp(timestamp);
    }

    private record ProcessingTime(TimerService timers) implements ProcessingTimeManager {
        @Override
        public void registerTimer(long timestamp) {
            timers.registerProcessingTimeTimer(timestamp);
        }

        @Override
        public void deleteTimer(long timestamp) {
            timers.deleteProcessingTimeTimer(timestamp);
        }

        @Override
        public void set(String name, long timestamp) {
            timers.setProcessingTimeTimer(name, timestamp);
        }

        @Override
        public void clear(String name) {
            timers.clearProcessingTimeTimer(name);
        }

        @Override
        public long currentTime() {
            return timers.currentProcessingTime();
        }
    }

    private record EventTime(TimerService timers) implements EventTimeManager {
        @Override
        public void registerTimer(long timestamp) {
            timers.registerEventTimeTimer(timestamp);
        }

        @Override
        public void deleteTimer(long timestamp) {
            timers.deleteEventTimeTimer(timestamp);
        }

        @Override
        public void set(String name, long timestamp) {
            timers.setEventTimeTimer(name, timestamp);
        }

        @Override
        public void clear(String name) {
            timers.clearEventTimeTimer(name);
        }

        @Override
        public long currentTime() {
            return timers.currentWatermark();
        }
    }

    private final class NonPartitioned implements NonPartitionedContext<Object> {
        @Override
        public void applyToAllPartitions(ApplyPartitionFunction<Object> toApply) throws Exception {
            forAllPartitions(() -> toApply.apply(output, Contexts.this));
        }

        @Override
        public WatermarkManager getWatermarkManager() {
            return operator.runtimeContext().getWatermarkManager();
        }

        @Override
        public StateManager getStateManager() {
            return stateManager;
        }

        @Override
        public JobInfo getJobInfo() {
            return Contexts.this.getJobInfo();
        }

        @Override
        public TaskInfo getTaskInfo() {
            return Contexts.this.getTaskInfo();
        }

        @Override
        public Counter counter(String name) {
            return operator.counter(name);
        }
    }

    /** The contexts of a function with two outputs. */
    final class TwoOutputs implements TwoOutputPartitionedContext<Object, Object> {
        private final TwoOutputNonPartitionedContext<Object, Object> all = new All();

        TwoOutputNonPartitionedContext<Object, Object> nonPartitioned() {
            return all;
        }

        @Override
        public TwoOutputNonPartitionedContext<Object, Object> getNonPartitionedContext() {
            return all;
        }

        private BasePartitionedContext one() {
            return Contexts.this;
        }

        @Override
        public StateManager getStateManager() {
            return one().getStateManager();
        }

        @Override
        public ProcessingTimeManager getProcessingTimeManager() {
            return one().getProcessingTimeManager();
        }

        @Override
        public EventTimeManager getEventTimeManager() {
            return one().getEventTimeManager();
        }

        @Override
        public String getTimerName() {
            return one().getTimerName();
        }

        @Override
        public JobInfo getJobInfo() {
            return one().getJobInfo();
        }

        @Override
        public TaskInfo getTaskInfo() {
            return one().getTaskInfo();
        }

        @Override
        public Counter counter(String name) {
            return one().counter(name);
        }

        private final class All implements TwoOutputNonPartitionedContext<Object, Object> {
            @Override
            public void applyToAllPartitions(TwoOutputApplyPartitionFunction<Object, Object> toApply) throws Exception {
                forAllPartitions(() -> toApply.apply(output, secondOutput, TwoOutputs.this));
            }

            @Override
            public WatermarkManager getWatermarkManager() {
                return operator.runtimeContext().getWatermarkManager();
            }

            @Override
            public StateManager getStateManager() {
                return stateManager;
            }

            @Override
            public JobInfo getJobInfo() {
                return Contexts.this.getJobInfo();
            }

            @Override
            public TaskInfo getTaskInfo() {
                return Contexts.this.getTaskInfo();
            }

            @Override
            public Counter counter(String name) {
                return operator.counter(name);
            }
        }
    }
}
