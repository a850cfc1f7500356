package io.tidemark.api.watermark;

import java.io.Serializable;

/** What a declaration says but for its type. */
record WatermarkContents(
        String identifier,
        WatermarkCombinationFunction function,
        boolean waitsForAllChannels,
        WatermarkHandlingStrategy strategy)
        implements Serializable {

    InvalidWatermarkException wrongType(WatermarkType declared, Watermark given) {
        return new InvalidWatermarkException("Watermark \"" + identifier + "\" is declared as " + declared
                + ", but a value of type " + WatermarkType.of(given) + " was emitted: " + given
                + ". Make it with newWatermark of its declaration.");
    }

    String describe(WatermarkType type) {
        return type + " " + function + (waitsForAllChannels ? " of all channels" : "") + ", " + strategy;
    }
}
