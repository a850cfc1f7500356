package io.tidemark.examples.keyedsums;

import io.tidemark.api.function.AggregateFunction;

/** How many values, and their sum, in an accumulator that is changed in place. */
final class CountAndSum implements AggregateFunction<Event, CountAndSum.Sums, CountAndSum.Sums> {
    private static final long serialVersionUID = 1L;

    /** Changed in place, so that adding makes no garbage. */
    public static final class Sums {
        public long count;
        public long sum;
    }

    @Override
    public Sums createAccumulator() {
        return new Sums();
    }

    @Override
    public Sums add(Event event, Sums sums) {
        sums.count++;
        sums.sum += event.value();
        return sums;
    }

    @Override
    public Sums getResult(Sums sums) {
        return sums;
    }

    @Override
    public Sums merge(Sums a, Sums b) {
        a.count += b.count;
        a.sum += b.sum;
        return a;
    }
}
