package io.tidemark.api;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.TypeInformation;

/**
 * The two outputs of an operator, and the operator itself, whose name, uid and parallelism are set on the first.
 *
 * @param <T1> type of the records of the first output
 * @param <T2> type of the records of the second output
 */
public final class TwoOutputStreams<T1, T2> {
    private final SingleOutputStreamOperator<T1> first;
    private final OutputType<T2> secondType;

    TwoOutputStreams(SingleOutputStreamOperator<T1> first, OutputType<T2> secondType) {
        this.first = first;
        this.secondType = secondType;
    }

    /** The first output. */
    public SingleOutputStreamOperator<T1> getFirst() {
        return first;
    }

    /**
     * The second output.
     *
     * @throws io.tidemark.api.type.InvalidTypesException when the type of its records is not known; then give it
     */
    public DataStream<T2> getSecond() {
        return getSecond(secondType.use());
    }

    /** The second output, with records of this type. */
    public DataStream<T2> getSecond(TypeInformation<T2> type) {
        return first.getSideOutput(new OutputTag<>(OperatorSpec.StreamProcessSpec.SECOND_OUTPUT, type));
    }
}
