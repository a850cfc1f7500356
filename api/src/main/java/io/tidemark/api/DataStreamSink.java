package io.tidemark.api;

/**
 * The end of a stream in a sink.
 *
 * @param <T> type of the records
 */
public final class DataStreamSink<T> {
    private final PlanVertex vertex;

    DataStreamSink(PlanVertex vertex) {
        this.vertex = vertex;
    }

    /** Names the sink, for people: in logs, metrics and the web interface. */
    public DataStreamSink<T> name(String name) {
        vertex.name(name);
        return this;
    }

    /** Identifies the sink in checkpoints and savepoints; see {@link SingleOutputStreamOperator#uid}. */
    public DataStreamSink<T> uid(String uid) {
        vertex.uid(uid);
        return this;
    }

    /** Sets the number of subtasks. */
    public DataStreamSink<T> setParallelism(int parallelism) {
        vertex.parallelism(parallelism);
        return this;
    }

    /** Runs the sink in a task of its own. */
    public DataStreamSink<T> disableChaining() {
        vertex.disableChaining();
        return this;
    }
}
