package io.tidemark.connector.datagen;

/**
 * A {@link GeneratorFunction} that takes the number as it is, unboxed: what a lambda given to {@link DatagenSource#of} becomes.
 *
 * @param <T> record type
 */
@FunctionalInterface
public interface IndexFunction<T> extends GeneratorFunction<Long, T> {
    /**
     * @param index counted from 0
     * @return never null
     */
    T make(long index) throws Exception;

    @Override
    default T map(Long index) throws Exception {
        return make(index);
    }
}
