package io.tidemark.api.watermark;

/** What becomes of a watermark that a function has looked at and left to the runtime. */
public enum WatermarkHandlingStrategy {
    /** It goes on downstream. */
    FORWARD,
    /** It ends there. */
    IGNORE
}
