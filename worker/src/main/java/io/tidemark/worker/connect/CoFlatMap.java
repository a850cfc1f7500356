package io.tidemark.worker.connect;

import io.tidemark.api.function.CoFlatMapFunction;

/** A {@link CoFlatMapFunction}. */
record CoFlatMap(CoFlatMapFunction<Object, Object, Object> function, Surroundings around) implements TwoInputs {
    @Override
    public void process1(Object value) throws Exception {
        function.flatMap1(value, around.collector());
    }

    @Override
    public void process2(Object value) throws Exception {
        function.flatMap2(value, around.collector());
    }
}
