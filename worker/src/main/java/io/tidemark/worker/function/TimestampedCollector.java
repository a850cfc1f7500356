package io.tidemark.worker.function;

import io.tidemark.api.function.Collector;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.Records;

/**
 * Collects to an operator's main output with the timestamp that was set last.
 *
 * @param <T> type of the records
 */
public final class TimestampedCollector<T> implements Collector<T> {
    private final OperatorOutput output;
    private long timestamp = Records.NO_TIMESTAMP;

    public TimestampedCollector(OperatorOutput output) {
        this.output = output;
    }

    /** What is collected from now on carries this timestamp. */
    public void setTimestamp(long timestamp) {
        this.timestamp = timestamp;
    }

    public long timestamp() {
        return timestamp;
    }

    @Override
    public void collect(T record) {
        output.collect(0, record, timestamp);
    }
}
