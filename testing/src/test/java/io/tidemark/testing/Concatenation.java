package io.tidemark.testing;

import io.tidemark.api.function.ReduceFunction;

/** Makes {@code a12} of {@code a1} and {@code a2}. */
final class Concatenation implements ReduceFunction<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String reduce(String value1, String value2) {
        return value1 + value2.substring(1);
    }
}
