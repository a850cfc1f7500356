package io.tidemark.api.watermark;

import java.io.Serializable;

/** What a job says of a watermark of its own. Immutable; two that say the same are equal. Made by {@link WatermarkDeclarations}. */
public sealed interface WatermarkDeclaration extends Serializable
        permits LongWatermarkDeclaration, BoolWatermarkDeclaration {
    /** The name of the watermark, unique within the job. */
    String getIdentifier();

    /** What it carries. */
    WatermarkType getType();

    /** How the channels of an input are combined. */
    WatermarkCombinationFunction getCombinationFunction();

    /** Whether nothing is combined before every channel that has not ended has sent a value. */
    boolean isCombineWaitForAllChannels();

    /** What becomes of values that functions have only looked at. */
    WatermarkHandlingStrategy getDefaultHandlingStrategy();

    /**
     * For the runtime: a value as a number, a flag as 0 or 1.
     *
     * @throws InvalidWatermarkException when the watermark is of another type
     */
    long toLong(Watermark watermark);

    /** For the runtime: the watermark of a value that {@link #toLong} gave. */
    Watermark fromLong(long value);
}
