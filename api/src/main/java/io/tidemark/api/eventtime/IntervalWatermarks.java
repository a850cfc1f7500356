package io.tidemark.api.eventtime;

/** A generator that emits by position and holds a watermark back until event time has gone on by an interval. */
public interface IntervalWatermarks {
    /** The newest watermark that it could emit; {@link Long#MIN_VALUE} for none. */
    long candidate();

    /** In event time. */
    long intervalMs();
}
