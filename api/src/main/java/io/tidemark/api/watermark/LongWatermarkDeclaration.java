package io.tidemark.api.watermark;

/** Declares a watermark that carries numbers. */
public final class LongWatermarkDeclaration implements WatermarkDeclaration {
    private static final long serialVersionUID = 1L;

    private final WatermarkContents contents;

    LongWatermarkDeclaration(WatermarkContents contents) {
        this.contents = contents;
    }

    /** A watermark of this declaration. */
    public LongWatermark newWatermark(long value) {
        return new LongWatermark(value, contents.identifier());
    }

    @Override
    public String getIdentifier() {
        return contents.identifier();
    }

    @Override
    public WatermarkType getType() {
        return WatermarkType.LONG;
    }

    @Override
    public WatermarkCombinationFunction getCombinationFunction() {
        return contents.function();
    }

    @Override
    public boolean isCombineWaitForAllChannels() {
        return contents.waitsForAllChannels();
    }

    @Override
    public WatermarkHandlingStrategy getDefaultHandlingStrategy() {
        return contents.strategy();
    }

    @Override
    public long toLong(Watermark watermark) {
        if (watermark instanceof LongWatermark number) {
            return number.getValue();
        }
        throw contents.wrongType(getType(), watermark);
    }

    @Override
    public Watermark fromLong(long value) {
        return newWatermark(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongWatermarkDeclaration that && contents.equals(that.contents);
    }

    @Override
    public int hashCode() {
        return contents.hashCode();
    }

    /** For people: type, combination and strategy. */
    @Override
    public String toString() {
        return contents.describe(getType());
    }
}
