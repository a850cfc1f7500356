package io.tidemark.api;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import java.util.List;

/**
 * The results of an operator, and the operator itself: its name, uid and parallelism are set here.
 *
 * @param <T> type of the records
 */
public class SingleOutputStreamOperator<T> extends DataStream<T> {
    private final PlanVertex vertex;
    private final OutputType<T> type;

    SingleOutputStreamOperator(StreamExecutionEnvironment environment, PlanVertex vertex, OutputType<T> type) {
        super(environment, List.of(Port.main(vertex)));
        this.vertex = vertex;
        this.type = type;
    }

    /** The operator's name. */
    public String getName() {
        return vertex.name();
    }

    /** Names the operator, for people: in logs, metrics and the web interface. */
    public SingleOutputStreamOperator<T> name(String name) {
        vertex.name(name);
        return this;
    }

    /**
     * Identifies the operator in checkpoints and savepoints. Give one to every operator with state: without, the state is
     * found again only while the shape of the job and the operators' names stay as they are.
     *
     * @param uid unique within the job
     */
    public SingleOutputStreamOperator<T> uid(String uid) {
        vertex.uid(uid);
        return this;
    }

    /**
     * Sets the number of subtasks.
     *
     * @throws IllegalArgumentException when it is below 1, or the operator cannot run in parallel
     */
    public SingleOutputStreamOperator<T> setParallelism(int parallelism) {
        vertex.parallelism(parallelism);
        return this;
    }

    /**
     * Asks for at least this many key groups. The job has one number of them, the largest that is asked for, rounded up to
     * 128 times a power of two.
     */
    public SingleOutputStreamOperator<T> setMaxParallelism(int maxParallelism) {
        vertex.maxParallelism(maxParallelism);
        return this;
    }

    /** Runs the operator in one subtask, whatever the job's parallelism is. */
    public SingleOutputStreamOperator<T> forceNonParallel() {
        vertex.forceNonParallel();
        return this;
    }

    /** Runs the operator in a task of its own. */
    public SingleOutputStreamOperator<T> disableChaining() {
        vertex.disableChaining();
        return this;
    }

    /** Separates the operator from those before it; today it gets a task of its own, as {@link #disableChaining}. */
    public SingleOutputStreamOperator<T> startNewChain() {
        return disableChaining();
    }

    /** Gives the type of the records, where reflection cannot find it. Call it right after the operator. */
    public SingleOutputStreamOperator<T> returns(Class<T> recordType) {
        return returns(TypeInformation.of(recordType));
    }

    /** Gives the type of the records, where reflection cannot find it. Call it right after the operator. */
    public SingleOutputStreamOperator<T> returns(TypeHint<T> recordType) {
        return returns(TypeInformation.of(recordType));
    }

    /** Gives the type of the records, where reflection cannot find it. Call it right after the operator. */
    public SingleOutputStreamOperator<T> returns(TypeInformation<T> recordType) {
        type.give(recordType, vertex.describe());
        return this;
    }

    /** The records that the operator emits to a side output. */
    public <X> DataStream<X> getSideOutput(OutputTag<X> tag) {
        vertex.addSideOutput(tag);
        return new DataStream<>(getExecutionEnvironment(), List.of(Port.side(vertex, tag)));
    }

    final PlanVertex vertex() {
        return vertex;
    }
}
