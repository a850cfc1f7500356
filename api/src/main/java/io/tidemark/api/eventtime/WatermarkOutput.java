package io.tidemark.api.eventtime;

/** Where a generator's watermarks go. Used on the task's thread only. */
public interface WatermarkOutput {
    /** Emits a watermark; one that is not above the last has no effect. Makes the output active. */
    void emitWatermark(Watermark watermark);

    /** Says that for the time being nobody should wait for this output's watermarks. */
    void markIdle();

    /** Ends idleness. */
    void markActive();
}
