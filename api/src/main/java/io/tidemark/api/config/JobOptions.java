package io.tidemark.api.config;

import java.time.Duration;

/** The options of a job that its author may set, in code or on the command line. */
public final class JobOptions {
    private JobOptions() {}

    public static final ConfigOption<String> NAME = ConfigOption.ofString(
            "pipeline.name",
            null,
            "Name of the job. Given on the command line it wins over the name that the job's code gives.");

    public static final ConfigOption<Integer> PARALLELISM = ConfigOption.ofInt(
            "parallelism.default", 1, "Number of subtasks of every operator that has no number of its own.");

    public static final ConfigOption<Integer> MAX_PARALLELISM = ConfigOption.ofInt(
            "pipeline.max-parallelism",
            null,
            "Number of key groups and so the highest parallelism that the job can be rescaled to: 128 times a power"
                    + " of two, at most 32768. It is part of the state and stays. By default the smallest that the"
                    + " job's parallelism fits in.");

    public static final ConfigOption<Duration> AUTO_WATERMARK_INTERVAL = ConfigOption.ofDuration(
            "pipeline.auto-watermark-interval",
            Duration.ofMillis(200),
            "How often watermark generators are asked for a watermark. 0 ms: never.");

    public static final ConfigOption<Boolean> AUTO_WATERMARK_WHEN_CAUGHT_UP = ConfigOption.ofBoolean(
            "pipeline.auto-watermark-when-caught-up",
            null,
            "Whether generators are also asked as soon as all records that there are have been read, so that results do not"
                    + " wait for the end of the interval. By default unless pipeline.auto-watermark-interval is set: who"
                    + " sets it gets just that. Never with an interval of 0 ms or one of the strategy's own, nor in"
                    + " deterministic mode.");

    public static final ConfigOption<Duration> MAX_FUTURE_SKEW = ConfigOption.ofDuration(
            "pipeline.max-future-skew",
            null,
            "How far a record's timestamp may be ahead of the wall clock. One that is further ahead is dropped and counted,"
                    + " and moves no event time. By default it may be as far as it likes.");
    public static final ConfigOption<Duration> STANDSTILL_WARNING = ConfigOption.ofDuration(
            "pipeline.standstill-warning",
            Duration.ofSeconds(10),
            "The coordinator warns when event time has stood still for so long at an operator that has windows or timers"
                    + " waiting for it, and says why. 0 ms: never.");

    public static final ConfigOption<RecordHandover> RECORD_HANDOVER = ConfigOption.ofEnum(
            "pipeline.record-handover",
            RecordHandover.class,
            RecordHandover.SHARE,
            "What an operator gets from one in the same process when a record's type can change: the same object, a"
                    + " copy, or the same object with a check that nobody changes it.");

    public static final ConfigOption<Boolean> OPERATOR_CHAINING = ConfigOption.ofBoolean(
            "pipeline.operator-chaining.enabled",
            true,
            "Whether operators that follow each other one to one share a task.");

    public static final ConfigOption<Duration> CHECKPOINT_INTERVAL = ConfigOption.ofDuration(
            "execution.checkpointing.interval",
            Duration.ofSeconds(10),
            "Time from the start of one checkpoint to the start of the next. 0 ms: no periodic checkpoints.");

    public static final ConfigOption<Duration> CHECKPOINT_ALIGNED_TIMEOUT = ConfigOption.ofDuration(
            "execution.checkpointing.aligned-timeout",
            null,
            "A periodic checkpoint whose barriers have not come through after this time goes unaligned: what is on its way"
                    + " between tasks becomes part of it. 0 ms: at once. By default never, but for what a firing of many timers or"
                    + " windows holds up.");

    public static final ConfigOption<Long> CHECKPOINT_READ_AHEAD = ConfigOption.ofMemory(
            "execution.checkpointing.max-read-ahead",
            64L << 20,
            "How much of its inputs a task takes into memory at most when a checkpoint goes unaligned. One that would need"
                    + " more is aligned after all.");

    public static final ConfigOption<Boolean> DETERMINISTIC = ConfigOption.ofBoolean(
            "execution.deterministic",
            false,
            "Whether the same input gives the same late records and the same results on every run: watermarks by"
                    + " position in the input instead of by the clock, splits assigned statically, inputs read in"
                    + " the order of event time.");
}
