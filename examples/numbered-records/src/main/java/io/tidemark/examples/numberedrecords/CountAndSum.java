package io.tidemark.examples.numberedrecords;

import io.tidemark.api.function.AggregateFunction;

/** How many records, and the sum of their numbers. */
final class CountAndSum implements AggregateFunction<Marked, CountAndSum.Sums, CountAndSum.Sums> {
    private static final long serialVersionUID = 1L;

    record Sums(long count, long total) {}

    @Override
    public Sums createAccumulator() {
        return new Sums(0, 0);
    }

    @Override
    public Sums add(Marked record, Sums sums) {
        return new Sums(sums.count + 1, sums.total + record.number());
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
