package io.tidemark.examples.sensorlab;

import io.tidemark.api.function.AggregateFunction;

/** How many readings, and their sum. */
final class CountAndSum implements AggregateFunction<Reading, CountAndSum.Sums, CountAndSum.Sums> {
    private static final long serialVersionUID = 1L;

    record Sums(long count, long total) {}

    @Override
    public Sums createAccumulator() {
        return new Sums(0, 0);
    }

    @Override
    public Sums add(Reading reading, Sums sums) {
        return new Sums(sums.count + 1, sums.total + reading.reading());
    }

    @Override
    public Sums getResult(Sums sums) {
        return sums;
    }

    @Override
    public Sums merge(Sums a, Sums b) {
        return new Sums(a.count + b.count, a.total + b.total);
    }
}
