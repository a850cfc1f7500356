package io.tidemark.api.state;

import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.Objects;

/**
 * Describes an {@link AggregatingState}.
 *
 * @param <IN> type of what is added
 * @param <ACC> type of the accumulator, which is what is stored
 * @param <OUT> type of the result
 */
public final class AggregatingStateDescriptor<IN, ACC, OUT> extends StateDescriptor<AggregatingState<IN, OUT>, ACC> {
    private static final long serialVersionUID = 1L;

    private final Aggregator<IN, ACC, OUT> aggregator;
    private final TypeInformation<ACC> type;

    /** @throws io.tidemark.api.type.InvalidTypesException when the class does not say enough about the type */
    public AggregatingStateDescriptor(String name, Aggregator<IN, ACC, OUT> aggregator, Class<ACC> type) {
        this(name, aggregator, TypeInformation.of(type));
    }

    public AggregatingStateDescriptor(String name, Aggregator<IN, ACC, OUT> aggregator, TypeHint<ACC> type) {
        this(name, aggregator, TypeInformation.of(type));
    }

    public AggregatingStateDescriptor(String name, Aggregator<IN, ACC, OUT> aggregator, TypeInformation<ACC> type) {
        super(name);
        this.aggregator = Objects.requireNonNull(aggregator, "aggregator");
        this.type = Objects.requireNonNull(type, "type");
    }

    public Aggregator<IN, ACC, OUT> aggregator() {
        return aggregator;
    }

    public TypeInformation<ACC> accumulatorType() {
        return type;
    }

    /** A new serializer of the accumulator, for one thread. */
    public TypeSerializer<ACC> createSerializer() {
        return type.createSerializer();
    }

    @Override
    public Kind kind() {
        return Kind.AGGREGATING;
    }
}
