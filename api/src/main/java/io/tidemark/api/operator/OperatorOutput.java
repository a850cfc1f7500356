package io.tidemark.api.operator;

import io.tidemark.api.watermark.Watermark;

/** Where an operator's records go, by output ordinal. Ordinal 0 is the main output. */
public interface OperatorOutput {
    /**
     * Always accepts; what exceeds the channels' room waits in the task and is sent first.
     *
     * @param timestamp event time in milliseconds or {@link Records#NO_TIMESTAMP}
     */
    void collect(int output, Object value, long timestamp);

    /** False when slice-wise work should return and be called again later. */
    boolean hasRoom();

    /** The ordinal of the side output with this tag id, or -1 when nothing consumes it. */
    int ordinalOf(String tagId);

    /**
     * Emits event time from inside the operator: sources and timestamp assigners only. Goes downstream
     * after the records already collected. Equal or lower values are dropped.
     */
    void emitWatermark(long watermark);

    /**
     * Sends a watermark that the job declares to all that is downstream, after the records already collected. The value that
     * was sent last is not sent again.
     *
     * @throws io.tidemark.api.watermark.InvalidWatermarkException when nobody declares its identifier, or it is not of the
     *     declared type
     */
    void emitDeclared(Watermark watermark);

    /** Marks this operator's outputs idle or active; sources and timestamp assigners only. */
    void emitIdle(boolean idle);

    /**
     * Says again that this operator is idle, if it is: after records that it sent aside while it was, which wake those who got
     * them. Sources and timestamp assigners only.
     */
    void repeatIdle();
}
