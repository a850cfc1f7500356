package io.tidemark.testing;

/** Ways to run the same story; what comes out must not depend on it. */
enum Mode {
    PLAIN,
    /** The outputs take one record at a time, so that every burst is cut into slices of one. */
    SLICED,
    /** As SLICED, the operator is snapshotted and restored after every action, and all its state is in RocksDB. */
    RESTARTING;

    OperatorHarness.Builder apply(OperatorHarness.Builder builder) {
        if (this != PLAIN) {
            builder.takingOneAtATime();
        }
        if (this == RESTARTING) {
            builder.restartingAtEveryStep().cacheBytes(1);
        }
        return builder;
    }
}
