package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.window.CumulatingEventTimeWindows;
import io.tidemark.api.window.SlidingEventTimeWindows;

/** Chooses the windows that are put together from slices. */
final class SliceGrids {
    /** With shorter steps the numbers of slices would not reach both ends of time. */
    private static final long MIN_STEP_MS = 4;

    private SliceGrids() {}

    /**
     * The slices of windows that fire at their end; null where windows cannot share them: their function wants all records, or
     * has state to clear for each window, their aggregate has no {@code merge}, they follow the clock of a time zone, or one
     * begins or ends every few milliseconds.
     */
    static SliceGrid of(WindowSpec spec) {
        SliceGrid grid = gridOf(spec);
        boolean canShare = grid != null && Accumulation.isPossible(spec) && !WindowResults.clearsByKey(spec.process());
        return canShare ? grid : null;
    }

    private static SliceGrid gridOf(WindowSpec spec) {
        if (spec.assigner() instanceof SlidingEventTimeWindows windows
                && windows.slides().isUniform()
                && windows.getSlide() >= MIN_STEP_MS) {
            return new SlidingSlices(
                    windows.getSize(), windows.getSlide(), windows.slides().offsetMs());
        }
        if (spec.assigner() instanceof CumulatingEventTimeWindows windows
                && windows.largest().isUniform()
                && windows.steps().sizeMs() >= MIN_STEP_MS) {
            return new CumulatingSlices(
                    windows.largest().sizeMs(),
                    windows.steps().sizeMs(),
                    windows.largest().offsetMs());
        }
        return null;
    }
}
