package io.tidemark.testing;

/** Ways to run the same story; what comes out must not depend on it. */
enum Mode {
    PLAIN,
    /** The outputs take one record at a time, so that every burst is cut into slices of one. */
    SLICED,
    /** The operator is snapshotted and restored after every action. */
    RESTARTING,
    /** Both, and with a cache so small that all state is in RocksDB. */
    SLICED_AND_RESTARTING;

    OperatorHarness.Builder apply(OperatorHarness.Builder builder) {
        if (this == SLICED || this == SLICED_AND_RESTARTING) {
            builder.takingOneAtATime();
        }
        if (this == RESTARTING || this == SLICED_AND_RESTARTING) {
            builder.restartingAtEveryStep();
        }
        if (this == SLICED_AND_RESTARTING) {
            builder.cacheBytes(1);
        }
        return builder;
    }
}
