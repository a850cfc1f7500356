package io.tidemark.api.watermark;

/** Where a function emits watermarks. Used on the task's thread only. */
public interface WatermarkManager {
    /**
     * Sends a watermark to every subtask downstream, after the records that were collected before. The value that was emitted
     * last is not sent again.
     *
     * @throws InvalidWatermarkException when nobody declares its identifier, or it is not of the declared type
     */
    void emitWatermark(Watermark watermark);
}
