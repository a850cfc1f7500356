package io.tidemark.api.watermark;

/** Declares a watermark that carries flags. */
public final class BoolWatermarkDeclaration implements WatermarkDeclaration {
    private static final long serialVersionUID = 1L;

    private final WatermarkContents contents;

    BoolWatermarkDeclaration(WatermarkContents contents) {
        this.contents = contents;
    }

    /** A watermark of this declaration. */
    public BoolWatermark newWatermark(boolean value) {
        return new BoolWatermark(value, contents.identifier());
    }

    @Override
    public String getIdentifier() {
        return contents.identifier();
    }

    @Override
    public WatermarkType getType() {
        return WatermarkType.BOOL;
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
        if (watermark instanceof BoolWatermark flag) {
            return flag.getValue() ? 1 : 0;
        }
        throw contents.wrongType(getType(), watermark);
    }

    @Override
    public Watermark fromLong(long value) {
        return newWatermark(value != 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BoolWatermarkDeclaration that && contents.equals(that.contents);
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
