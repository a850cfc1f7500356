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
    W5("W5", Kind.STATELESS, 100_000, 40_000_000, 0),
    W6("W6", Kind.WINDOW_SUMS, 100_000, 20_000_000, 0, WindowSums.WINDOW_MS, 2),
    W9("W9", Kind.SESSION_SUMS, 100_000, 10_000_000, 0),
    W10("W10", Kind.INTERVAL_JOIN, 100_000, 10_000_000, 0),
    W7_SECOND("W7-1s", 1000, 0),
    W7_SECOND_DURABLE("W7-1s-durable", 1000, 1000),
    W7_TENTH("W7-100ms", 100, 0),
    W7_TENTH_DURABLE("W7-100ms-durable", 100, 1000),
    W8("W8", Kind.SLIDING_SUMS, 1000, 40_000_000, 0, 3_600_000, 1),
    W8_SECOND("W8-1s", Kind.SLIDING_SUMS, 1000, 40_000_000, 0, 1000, 1);

    /** What is done. */
    public enum Kind {
        /** {@link WindowSums}. */
        WINDOW_SUMS,
        /** {@link RunningCount}. */
        RUNNING_COUNT,
        /** {@link CountWithTimeout}. */
        COUNT_WITH_TIMEOUT,
        /** {@link SessionSums}. */
        SESSION_SUMS,
        /** {@link IntervalJoin}. */
        INTERVAL_JOIN,
        /** {@link Stateless}. */
        STATELESS,
        /** {@link PacedWindowSums}. */
        PACED_WINDOW_SUMS,
        /** {@link SlidingSums}. */
        SLIDING_SUMS
    }

    /** Subtasks of every operator. */
    public static final int PARALLELISM = 2;

    private final String id;
    private final Kind kind;
    private final long keys;
    private final long events;
    private final long checkpointIntervalMs;
    private final long windowMs;
    private final int workerProcesses;

    Workload(String id, Kind kind, long keys, long events, long checkpointIntervalMs) {
        this(id, kind, keys, events, checkpointIntervalMs, WindowSums.WINDOW_MS, 1);
    }

    /** Half a minute at a fixed rate, after the seconds that are left out. */
    Workload(String id, long windowMs, long checkpointIntervalMs) {
        this(
                id,
                Kind.PACED_WINDOW_SUMS,
                100_000,
                35 * PacedWindowSums.EVENTS_PER_SECOND,
                checkpointIntervalMs,
                windowMs,
                1);
    }

    Workload(
            String id,
            Kind kind,
            long keys,
            long events,
            long checkpointIntervalMs,
            long windowMs,
            int workerProcesses) {
        this.id = id;
        this.kind = kind;
        this.keys = keys;
        this.events = events;
        this.checkpointIntervalMs = checkpointIntervalMs;
        this.windowMs = windowMs;
        this.workerProcesses = workerProcesses;
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

    /** Of the window, where there is one. */
    public long windowMs() {
        return windowMs;
    }

    /** Over how many processes an engine's work is spread; with more than one, records travel between them. */
    public int workerProcesses() {
        return workerProcesses;
    }

    /** Whether an engine's work is spread over {@link #workerProcesses} instead of being done in this process. */
    public boolean isSpread() {
        return workerProcesses > 1;
    }

    public boolean isDurable() {
        return checkpointIntervalMs > 0;
    }
}
