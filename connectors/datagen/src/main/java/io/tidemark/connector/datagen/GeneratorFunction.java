package io.tidemark.connector.datagen;

import java.io.Serializable;

/**
 * Makes a record of its number. The same number must give the same record, always: after a failure records are made again.
 *
 * @param <I> {@code Long}, counted from 0
 * @param <T> record type
 */
@FunctionalInterface
public interface GeneratorFunction<I, T> extends Serializable {
    /** @return never null */
    T map(I index) throws Exception;
}
