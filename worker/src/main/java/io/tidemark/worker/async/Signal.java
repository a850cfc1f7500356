package io.tidemark.worker.async;

import io.tidemark.api.watermark.BoolWatermark;
import io.tidemark.api.watermark.LongWatermark;
import io.tidemark.api.watermark.Watermark;

/**
 * What is no record and goes on after the records before it.
 *
 * @param time event time in milliseconds; of a declared watermark its number, or 1 for true
 * @param identifier of a declared watermark, else empty
 */
record Signal(Kind kind, long time, String identifier) {
    enum Kind {
        WATERMARK,
        IDLE,
        ACTIVE,
        DECLARED_LONG,
        DECLARED_BOOL
    }

    static Signal watermark(long watermark) {
        return new Signal(Kind.WATERMARK, watermark, "");
    }

    static Signal idle(boolean idle) {
        return new Signal(idle ? Kind.IDLE : Kind.ACTIVE, 0, "");
    }

    static Signal declared(Watermark watermark) {
        return watermark instanceof LongWatermark number
                ? new Signal(Kind.DECLARED_LONG, number.getValue(), number.getIdentifier())
                : new Signal(
                        Kind.DECLARED_BOOL, ((BoolWatermark) watermark).getValue() ? 1 : 0, watermark.getIdentifier());
    }

    boolean isDeclared() {
        return kind == Kind.DECLARED_LONG || kind == Kind.DECLARED_BOOL;
    }

    Watermark toDeclared() {
        return kind == Kind.DECLARED_LONG
                ? new LongWatermark(time, identifier)
                : new BoolWatermark(time == 1, identifier);
    }

    /** Whether a watermark right after it says all that both say. */
    boolean isOutdoneBy(Signal next) {
        return kind == Kind.WATERMARK && next.kind == Kind.WATERMARK;
    }
}
