package io.tidemark.worker.operator;

import io.tidemark.api.function.FilterFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.Records;
import io.tidemark.worker.function.RichFunctions;

/** Lets some records through. */
final class FilterOperator implements Operator {
    private final FilterFunction<Object> function;
    private OperatorOutput output;

    FilterOperator(FilterFunction<Object> function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        output = context.output();
        RichFunctions.open(function, context);
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        if (function.filter(value)) {
            output.collect(0, value, timestamp);
        }
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        FilterFunction<Object> filter = function;
        OperatorOutput out = output;
        for (int i = from; i < to; i++) {
            Object value = records.value(i);
            if (filter.filter(value)) {
                out.collect(0, value, records.timestamp(i));
            }
        }
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }
}
