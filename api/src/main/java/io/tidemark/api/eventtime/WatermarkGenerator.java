package io.tidemark.api.eventtime;

/**
 * Makes watermarks from the timestamps that pass by: at a record, at the periodic call, or at both. It need not care
 * that its watermarks rise; one that does not is dropped.
 *
 * <p>If a generator keeps something that must survive a restart it is a {@link RestorableWatermarkGenerator}.
 *
 * @param <T> record type
 */
public interface WatermarkGenerator<T> {
    /**
     * A record has been passed on.
     *
     * @param eventTimestamp its event time in milliseconds, {@link TimestampAssigner#NO_TIMESTAMP} if it has none
     */
    void onEvent(T event, long eventTimestamp, WatermarkOutput output);

    /**
     * Called every {@code pipeline.auto-watermark-interval}, as soon as all records that there are have been read (see {@code
     * pipeline.auto-watermark-when-caught-up}), and once when the input ends.
     */
    void onPeriodicEmit(WatermarkOutput output);
}
