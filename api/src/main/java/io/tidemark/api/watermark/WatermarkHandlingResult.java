package io.tidemark.api.watermark;

/** What a function has done with a watermark that it was given. */
public enum WatermarkHandlingResult {
    /** It has looked at it; the declaration's {@link WatermarkHandlingStrategy} says whether it goes on. */
    PEEK,
    /** It has taken it: what goes on downstream is what the function emits itself. */
    POLL
}
