package io.tidemark.api.eventtime;

import java.util.ArrayList;
import java.util.List;

/** Writes down what a generator emits. */
final class Emitted implements WatermarkOutput {
    private final List<Long> watermarks = new ArrayList<>();

    @Override
    public void emitWatermark(Watermark watermark) {
        watermarks.add(watermark.getTimestamp());
    }

    @Override
    public void markIdle() {
        throw new AssertionError("no generator here says idle");
    }

    @Override
    public void markActive() {
        throw new AssertionError("no generator here says active");
    }

    /** What was emitted since the last call. */
    List<Long> take() {
        List<Long> taken = List.copyOf(watermarks);
        watermarks.clear();
        return taken;
    }
}
