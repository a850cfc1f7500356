package io.tidemark.worker.operator;

import io.tidemark.api.function.FlatMapFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.Records;
import io.tidemark.worker.function.RichFunctions;
import io.tidemark.worker.function.TimestampedCollector;

/** Any number of records for each, with its timestamp. */
final class FlatMapOperator implements Operator {
    private final FlatMapFunction<Object, Object> function;
    private TimestampedCollector<Object> collector;

    FlatMapOperator(FlatMapFunction<Object, Object> function) {
        this.function = function;
    }

    @Override
    public void open(OperatorContext context) throws Exception {
        collector = new TimestampedCollector<>(context.output());
        RichFunctions.open(function, context);
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        collector.setTimestamp(timestamp);
        function.flatMap(value, collector);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        FlatMapFunction<Object, Object> flatMap = function;
        TimestampedCollector<Object> out = collector;
        for (int i = from; i < to; i++) {
            out.setTimestamp(records.timestamp(i));
            flatMap.flatMap(records.value(i), out);
        }
    }

    @Override
    public void close() throws Exception {
        RichFunctions.close(function);
    }
}
