package io.tidemark.bench.flink;

import java.util.Iterator;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceSplit;

/**
 * The numbers {@code next}, {@code next + step}, … below {@code end}.
 *
 * @param next the next one to make
 */
record NumberSplit(long next, long step, long end) implements IteratorSourceSplit<Long, NumberSplit.Numbers> {
    /** Of a split that is written down. */
    static final int BYTES = 3 * Long.BYTES;

    @Override
    public String splitId() {
        return next % step + " + n * " + step;
    }

    @Override
    public Numbers getIterator() {
        return new Numbers(next, step, end);
    }

    @Override
    public NumberSplit getUpdatedSplitForIterator(Numbers iterator) {
        return new NumberSplit(iterator.next, step, end);
    }

    static final class Numbers implements Iterator<Long> {
        private final long step;
        private final long end;
        private long next;

        Numbers(long next, long step, long end) {
            this.next = next;
            this.step = step;
            this.end = end;
        }

        @Override
        public boolean hasNext() {
            return next < end;
        }

        @Override
        public Long next() {
            long number = next;
            next += step;
            return number;
        }
    }
}
