package io.tidemark.worker.connect;

import io.tidemark.api.function.CoMapFunction;

/** A {@link CoMapFunction}. */
record CoMap(CoMapFunction<Object, Object, Object> function, Surroundings around) implements TwoInputs {
    @Override
    public void process1(Object value) throws Exception {
        around.collector().collect(function.map1(value));
    }

    @Override
    public void process2(Object value) throws Exception {
        around.collector().collect(function.map2(value));
    }
}
