package io.tidemark.api;

/**
 * The records of a source, and the source itself.
 *
 * @param <T> type of the records
 */
public final class DataStreamSource<T> extends SingleOutputStreamOperator<T> {
    DataStreamSource(StreamExecutionEnvironment environment, PlanVertex vertex, OutputType<T> type) {
        super(environment, vertex, type);
    }

    @Override
    public DataStreamSource<T> setParallelism(int parallelism) {
        super.setParallelism(parallelism);
        return this;
    }
}
