package io.tidemark.worker.operator;

import io.tidemark.api.function.MapFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.Records;
import io.tidemark.worker.function.RichFunctions;

/** One record for each. */
final class MapOperator implements Operator {
    private final MapFunction<Object, Object> function;
    private OperatorOutput output;

    MapOperator(MapFunction<Object, Object> function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        output = context.output();
        RichFunctions.open(function, context);
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        output.collect(0, function.map(value), timestamp);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        MapFunction<Object, Object> map = function;
        OperatorOutput out = output;
        for (int i = from; i < to; i++) {
            out.collect(0, map.map(records.value(i)), records.timestamp(i));
        }
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }
}
