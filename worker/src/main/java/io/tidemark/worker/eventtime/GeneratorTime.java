package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.IntervalWatermarks;
import io.tidemark.api.eventtime.RestorableWatermarkGenerator;
import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import io.tidemark.worker.chain.SplitFacts;
import java.util.function.LongConsumer;

/**
 * One generator of watermarks and what it has said: its watermark never goes back, not even over a restore, and the first
 * record or watermark ends its idleness.
 *
 * <p>Idleness by time-out goes by evidence, not by the clock alone: only the time between two looks that both found nothing
 * counts, with no record in between. So back-pressure, slow work downstream and waiting in line never make it idle. Only a record
 * ends it, or what the source says: a generator that says the same, or the time of day, at every periodic call does not.
 */
public final class GeneratorTime implements WatermarkOutput {
    /** Hears of what the generator says. */
    public interface Listener {
        /** The watermark rose from {@code before}, or idleness changed, or both. */
        void onChange(GeneratorTime changed, long before);
    }

    private static final long NOT_EMPTY = Long.MIN_VALUE;

    private final String name;
    private final WatermarkGenerator<Object> generator;
    private final Listener listener;

    /** -1 for no idleness by time-out. */
    private final long idleTimeoutMs;

    private long watermark = Long.MIN_VALUE;
    private boolean idle;
    /** Whether the time-out made it idle, and not the generator or the source. */
    private boolean idleByTimeout;

    private boolean finished;
    private long advancedAtMs;
    private long emptySinceMs = NOT_EMPTY;

    private final RecordsSeen seen = new RecordsSeen();
    private LongConsumer watcher;

    /** Whether the generator is being asked for a watermark. */
    private boolean asking;

    /**
     * @param name of its split, or empty
     * @param idleTimeoutMs -1 for none
     */
    public GeneratorTime(String name, WatermarkGenerator<Object> generator, long idleTimeoutMs, Listener listener) {
        this.name = name;
        this.generator = generator;
        this.idleTimeoutMs = idleTimeoutMs;
        this.listener = listener;
    }

    /** Puts it where a snapshot has it; before the first record, and without telling the listener. */
    public void restore(GeneratorMemory memory) {
        watermark = memory.watermark();
        idle = memory.idle();
        if (generator instanceof RestorableWatermarkGenerator<?> restorable && isOf(restorable, memory)) {
            restorable.restore(memory.memory());
        }
    }

    /** Whether a memory is of such a generator; the job may have another one now, or another mode. */
    private static boolean isOf(RestorableWatermarkGenerator<?> generator, GeneratorMemory memory) {
        if (memory.memory() == null) {
            return false;
        }
        return memory.format().equals(GeneratorMemory.UNKNOWN)
                // A format was not always stored. What is shorter than that of a new generator is none of its own.
                ? memory.memory().length >= generator.snapshot().length
                : memory.format().equals(generator.memoryFormat());
    }

    /** For the snapshot. */
    public GeneratorMemory memory() {
        return generator instanceof RestorableWatermarkGenerator<?> restorable
                ? new GeneratorMemory(name, watermark, idle, restorable.memoryFormat(), restorable.snapshot())
                : new GeneratorMemory(name, watermark, idle, GeneratorMemory.UNKNOWN, null);
    }

    /** A record is about to be handed on. */
    public void beforeRecord() {
        emptySinceMs = NOT_EMPTY;
        if (idle) {
            markActive();
        }
    }

    /** A record was handed on. */
    public void afterRecord(Object value, long timestamp) {
        if (watcher != null) {
            watcher.accept(timestamp);
        }
        seen.add(timestamp);
        generator.onEvent(value, timestamp, this);
    }

    /** The periodic call. */
    public void onPeriodicEmit() {
        if (idleByTimeout && seen.recordsSinceAsked() == 0) {
            // It has nothing to say of records, and is not to come back for anything else.
            return;
        }
        asking = true;
        generator.onPeriodicEmit(this);
        asking = false;
        seen.onAsked();
    }

    /** Its input was looked at and had nothing. */
    public void onNothing(long nowMs) {
        if (idleTimeoutMs < 0 || idle || finished) {
            return;
        }
        if (emptySinceMs == NOT_EMPTY) {
            emptySinceMs = nowMs;
        } else if (nowMs - emptySinceMs >= idleTimeoutMs) {
            idleByTimeout = true;
            markIdle();
        }
    }

    /** Its input was not looked at for a reason of ours: whether it has nothing is found out anew. */
    void forgetEmptiness() {
        emptySinceMs = NOT_EMPTY;
    }

    /** Whether idleness goes by time, so that the clock has to be read. */
    public boolean hasIdleTimeout() {
        return idleTimeoutMs >= 0;
    }

    /** No record will follow. */
    public void finish() {
        if (!finished) {
            finished = true;
            listener.onChange(this, watermark);
        }
    }

    @Override
    public void emitWatermark(Watermark emitted) {
        long before = watermark;
        // Many generators say at every call what they said at the last.
        boolean wakes = idle && (!asking || emitted.getTimestamp() > watermark);
        if (wakes) {
            wakeUp();
        }
        if (emitted.getTimestamp() > watermark) {
            watermark = emitted.getTimestamp();
            if (!asking) {
                seen.onEmittedAtRecord();
            }
        }
        if (watermark > before || wakes) {
            listener.onChange(this, before);
        }
    }

    @Override
    public void markIdle() {
        if (!idle) {
            idle = true;
            listener.onChange(this, watermark);
        }
    }

    @Override
    public void markActive() {
        emptySinceMs = NOT_EMPTY;
        if (idle) {
            wakeUp();
            listener.onChange(this, watermark);
        }
    }

    private void wakeUp() {
        idle = false;
        idleByTimeout = false;
    }

    /** Who sees the timestamp of every record before it counts; null for nobody. */
    public void setWatcher(LongConsumer watcher) {
        this.watcher = watcher;
    }

    /** What its records say. */
    public RecordsSeen seen() {
        return seen;
    }

    /**
     * What can be said about it now.
     *
     * @param pause null when it is read
     */
    public SplitFacts facts(long nowMs, SplitFacts.Pause pause) {
        seen.note(nowMs);
        return new SplitFacts(
                name,
                watermark,
                idle,
                finished,
                advancedAtMs,
                new SplitFacts.Seen(
                        seen.addedAtMs(),
                        seen.records(),
                        seen.withoutTimestamp(),
                        seen.lastRecordAtMs(),
                        seen.oldest(),
                        seen.newest(),
                        seen.latest(),
                        seen.newestRoseAtMs(),
                        seen.recordsSinceAsked(),
                        seen.emitsAtRecords()),
                heldBack(),
                pause);
    }

    private SplitFacts.HeldBack heldBack() {
        if (generator instanceof IntervalWatermarks positional && positional.candidate() > watermark) {
            return new SplitFacts.HeldBack(positional.candidate(), positional.intervalMs());
        }
        return null;
    }

    public String name() {
        return name;
    }

    public long watermark() {
        return watermark;
    }

    public boolean isIdle() {
        return idle;
    }

    /** Whether it said {@link Long#MAX_VALUE}: the end of its event time, whatever records may follow. */
    public boolean isEnded() {
        return watermark == Long.MAX_VALUE;
    }

    public boolean isFinished() {
        return finished;
    }

    /** When the watermark last rose, as the owner noted it; 0 for never. */
    public long advancedAtMs() {
        return advancedAtMs;
    }

    /** Notes when the watermark rose. */
    public void setAdvancedAtMs(long nowMs) {
        advancedAtMs = nowMs;
    }
}
