package io.tidemark.api.watermark;

/** What a declared watermark carries. */
public enum WatermarkType {
    LONG("Long"),
    BOOL("Bool");

    private final String title;

    WatermarkType(String title) {
        this.title = title;
    }

    /** The type of a watermark. */
    public static WatermarkType of(Watermark watermark) {
        return watermark instanceof LongWatermark ? LONG : BOOL;
    }

    @Override
    public String toString() {
        return title;
    }
}
