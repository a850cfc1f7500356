package io.tidemark.bench.workload.plain;

/** How large a table is that is never more than half full. */
final class TableSizes {
    private TableSizes() {}

    static int maskFor(long keys) {
        return Math.toIntExact(Long.highestOneBit(keys * 4 - 1)) - 1;
    }
}
