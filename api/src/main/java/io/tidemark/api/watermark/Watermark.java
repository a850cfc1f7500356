package io.tidemark.api.watermark;

/** A value on its way through the job. What it means and how it is combined says the declaration of its identifier. */
public sealed interface Watermark permits LongWatermark, BoolWatermark {
    /** The identifier of the declaration it was made from. */
    String getIdentifier();
}
