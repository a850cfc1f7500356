package io.tidemark.api.eventtime;

import java.time.Duration;

/**
 * Takes the clock out of a generator: what it would emit at a periodic call is emitted after a record instead, when it
 * is more than the interval, in event time, above the last one; the first is always emitted. What it emits at a record
 * goes on at once. The periodic call does nothing, so the same input gives the same watermarks at the same places.
 *
 * @param <T> record type
 */
public final class PositionalWatermarks<T> implements RestorableWatermarkGenerator<T>, IntervalWatermarks {
    private final WatermarkGenerator<T> generator;
    private final long intervalMs;
    private final Candidate candidate = new Candidate();
    /** Long.MIN_VALUE: none yet. */
    private long lastWatermark = Long.MIN_VALUE;

    /**
     * @param interval zero: every candidate that is new
     * @throws IllegalArgumentException when the interval is negative
     */
    public PositionalWatermarks(WatermarkGenerator<T> generator, Duration interval) {
        this.generator = generator;
        this.intervalMs = EventTimeMath.nonNegativeMs("interval", interval);
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        candidate.output = output;
        candidate.isPeriodic = false;
        generator.onEvent(event, eventTimestamp, candidate);
        candidate.isPeriodic = true;
        generator.onPeriodicEmit(candidate);
        candidate.output = null;
        if (candidate.newest > lastWatermark && isDue(candidate.newest)) {
            lastWatermark = candidate.newest;
            output.emitWatermark(new Watermark(lastWatermark));
        }
    }

    private boolean isDue(long watermark) {
        return lastWatermark == Long.MIN_VALUE || watermark > EventTimeMath.plus(lastWatermark, intervalMs);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}

    @Override
    public long candidate() {
        return candidate.newest;
    }

    @Override
    public long intervalMs() {
        return intervalMs;
    }

    @Override
    public long[] snapshot() {
        long[] inner =
                generator instanceof RestorableWatermarkGenerator<T> restorable ? restorable.snapshot() : new long[0];
        long[] memory = new long[inner.length + 2];
        memory[0] = candidate.newest;
        memory[1] = lastWatermark;
        System.arraycopy(inner, 0, memory, 2, inner.length);
        return memory;
    }

    @Override
    public void restore(long[] memory) {
        candidate.newest = memory[0];
        lastWatermark = memory[1];
        if (generator instanceof RestorableWatermarkGenerator<T> restorable) {
            long[] inner = new long[memory.length - 2];
            System.arraycopy(memory, 2, inner, 0, inner.length);
            restorable.restore(inner);
        }
    }

    @Override
    public String memoryFormat() {
        String inner =
                generator instanceof RestorableWatermarkGenerator<T> restorable ? restorable.memoryFormat() : "none";
        return getClass().getName() + " of " + inner;
    }

    /** Holds back what the generator says at a periodic call. */
    private final class Candidate implements WatermarkOutput {
        private WatermarkOutput output;
        private boolean isPeriodic;
        private long newest = Long.MIN_VALUE;

        @Override
        public void emitWatermark(Watermark watermark) {
            newest = Math.max(newest, watermark.getTimestamp());
            if (!isPeriodic && watermark.getTimestamp() > lastWatermark) {
                lastWatermark = watermark.getTimestamp();
                output.emitWatermark(watermark);
            }
        }

        @Override
        public void markIdle() {
            output.markIdle();
        }

        @Override
        public void markActive() {
            output.markActive();
        }
    }
}
