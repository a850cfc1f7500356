package io.tidemark.checkpoint.store;

import io.tidemark.api.state.TtlClock;
import java.util.function.LongSupplier;

/**
 * The clocks by which the state of a store grows old, and what of them a snapshot keeps: how far the clock is that stands
 * still while the job is down, and the first watermark. Used by the task's thread.
 */
final class TtlClocks {
    private static final long NONE = Long.MIN_VALUE;

    private LongSupplier processingMs;
    private LongSupplier eventMs;
    /** Where the clock that pauses stood in the restored snapshot; NONE on a fresh start. */
    private final long restoredActiveMs;
    /** How far that clock is behind the wall clock. */
    private long pausedMs;

    private long firstWatermark;

    TtlClocks(long restoredActiveMs, long restoredFirstWatermark) {
        this.restoredActiveMs = restoredActiveMs;
        this.firstWatermark = restoredFirstWatermark;
    }

    static TtlClocks fresh() {
        return new TtlClocks(NONE, NONE);
    }

    /** From now on time passes. */
    void start(LongSupplier processing, LongSupplier event) {
        processingMs = processing;
        eventMs = event;
        pausedMs = restoredActiveMs == NONE ? 0 : processing.getAsLong() - restoredActiveMs;
    }

    /** The time by a clock; {@code Long.MIN_VALUE} when there was no watermark yet. */
    long nowMs(TtlClock clock) {
        if (processingMs == null) {
            throw new IllegalStateException("state with a time to live needs clocks, and this store was given none");
        }
        return switch (clock) {
            case PROCESSING -> processingMs.getAsLong();
            case PAUSE_ON_DOWNTIME -> processingMs.getAsLong() - pausedMs;
            case EVENT -> {
                long watermark = eventMs.getAsLong();
                onWatermark(watermark);
                yield watermark;
            }
        };
    }

    /** Event time is here. With the first watermark begins the time of what was written before it. */
    void onWatermark(long watermark) {
        if (firstWatermark == NONE) {
            firstWatermark = watermark;
        }
    }

    /** Where the clock that pauses stands, for a snapshot; {@code Long.MIN_VALUE} when it never ran. */
    long activeMs() {
        return processingMs == null ? restoredActiveMs : nowMs(TtlClock.PAUSE_ON_DOWNTIME);
    }

    /** The first watermark; {@code Long.MIN_VALUE} for none. */
    long firstWatermark() {
        return firstWatermark;
    }
}
