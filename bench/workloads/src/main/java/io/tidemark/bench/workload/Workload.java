package io.tidemark.bench.workload;

import java.util.Arrays;

/** The catalogue: what is done, with how many keys and events, and how often a checkpoint is taken. */
public enum Workload {
    W1("W1", Kind.WINDOW_SUMS, 100_000, 20_000_000, 0),
    W1B("W1b", Kind.WINDOW_SUMS, 1_000_000, 10_000_000, 0),
    W2("W2", Kind.RUNNING_COUNT, 1_000_000, 30_000_000, 0),
    W2_DURABLE("W2-durable", Kind.RUNNING_COUNT, 1_000_000, 8_000_000, 10_000),
    W3("W3", Kind.COUNT_WITH_TIMEOUT, 100_000, 10_000_000, 0),
    W3_DURABLE("W3-durable", Kind.COUNT_WITH_TIMEOUT, 100_000, 3_000_000, 10_000),
    W4("W4", Kind.RUNNING_COUNT, 10_000_000, 10_000_000, 5_000),
    W5("W5", Kind.STATELESS, 100_000, 40_000_000, 0);

    /** What is done. */
    public enum Kind {
        /** {@link WindowSums}. */
        WINDOW_SUMS,
        /** {@link RunningCount}. */
        RUNNING_COUNT,
        /** {@link CountWithTimeout}. */
        COUNT_WITH_TIMEOUT,
        /** {@link Stateless}. */
        STATELESS
    }

    /** Subtasks of every operator. */
    public static final int PARALLELISM = 2;

    private final String id;
    private final Kind kind;
    private final long keys;
    private final long events;
    private final long checkpointIntervalMs;

    Workload(String id, Kind kind, long keys, long events, long checkpointIntervalMs) {
        this.id = id;
        this.kind = kind;
        this.keys = keys;
        this.events = events;
        this.checkpointIntervalMs = checkpointIntervalMs;
    }

    /** @throws IllegalArgumentException that names all, when there is none of this name */
    public static Workload of(String id) {
        return Arrays.stream(values())
                .filter(workload -> workload.id.equalsIgnoreCase(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no workload " + id + "; there are "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Workload::id).toList())));
    }

    public String id() {
        return id;
    }

    public Kind kind() {
        return kind;
    }

    public long keys() {
        return keys;
    }

    /** How many events a measured run has. */
    public long events() {
        return events;
    }

    /** State is kept durably, with a checkpoint this often; 0 for state in memory and no checkpoints. */
    public long checkpointIntervalMs() {
        return checkpointIntervalMs;
    }

    public boolean isDurable() {
        return checkpointIntervalMs > 0;
    }
}
