package io.tidemark.testing;

/** Ways to run the same story; what comes out must not depend on it. */
enum Mode {
    PLAIN,
    /** The outputs take one record at a time, so that every burst is cut into slices of one. */
    SLICED,
    /** As SLICED, the operator is snapshotted and restored after every action, and all its state is in RocksDB. */
    RESTARTING;

    /** The public kit, set to run this way. */
    StreamHarness harness() {
        StreamHarness harness = StreamHarness.create().refusingEveryOtherTime(this != PLAIN);
        return this == RESTARTING
                ? harness.stateCacheBytes(1)
                : harness.withoutRestarts("the same story is told with restarts by RESTARTING");
    }

    OperatorHarness.Builder apply(OperatorHarness.Builder builder) {
        if (this != PLAIN) {
            builder.takingOneAtATime();
        }
        return this == RESTARTING
                ? builder.cacheBytes(1)
                : builder.withoutRestarts("the same story is told with restarts by RESTARTING");
    }
}
