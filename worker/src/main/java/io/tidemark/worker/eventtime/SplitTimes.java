package io.tidemark.worker.eventtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Event time over the splits of one reader, by the rule of gates: the largest of what it was and the minimum over the active
 * splits, where one without a watermark counts as {@link Long#MIN_VALUE}; when all are idle, the largest that any had.
 * Finished splits are left out, and so are those whose turn is still to come. While more splits may come nothing is known
 * of them, so event time waits.
 *
 * <p>Pure but for the clock of its facts: what changes is read from {@link #watermark} and {@link #isIdle}.
 */
public final class SplitTimes {
    private final LongSupplier clockMs;
    private final Runnable onChange;
    private final List<GeneratorTime> active = new ArrayList<>();
    /** Splits whose turn comes when others are read. */
    private final List<GeneratorTime> waiting = new ArrayList<>();

    private final List<GeneratorTime> finished = new ArrayList<>();

    private boolean complete;
    private long watermark;
    private boolean idle;
    /** Whether the wall clock gives event time while all are idle. */
    private boolean driven;

    private long minimum = Long.MIN_VALUE;
    private long largest = Long.MIN_VALUE;

    /** Changes are gathered while above 0. */
    private int gathering;

    private boolean dirty;
    private LongConsumer watcher;

    /**
     * @param watermark where event time stands, as after a restore
     * @param onChange called when watermark or idleness may have changed
     */
    public SplitTimes(long watermark, boolean idle, LongSupplier clockMs, Runnable onChange) {
        this.watermark = watermark;
        this.idle = idle;
        this.clockMs = clockMs;
        this.onChange = onChange;
    }

    /** Puts {@link #largest} where a snapshot has it; before the first split. */
    public void restoreLargest(long watermark) {
        largest = Math.max(largest, watermark);
    }

    /** The largest watermark that any split had, also one that has finished; {@link Long#MIN_VALUE} for none. */
    public long largest() {
        return largest;
    }

    /** A split more; with what its generator has said already. */
    public void add(GeneratorTime split) {
        active.add(split);
        split.setWatcher(watcher);
        split.seen().begin(clockMs.getAsLong());
        largest = Math.max(largest, split.watermark());
        decide();
    }

    /** A split more, which counts from {@link #begin} on. */
    public void addWaiting(GeneratorTime split) {
        waiting.add(split);
        decide();
    }

    /** It is the turn of a split that waits. */
    public void begin(GeneratorTime split) {
        waiting.remove(split);
        add(split);
    }

    /** All splits there will ever be have been added. */
    public void complete() {
        complete = true;
        decide();
    }

    /** A generator said something. */
    public void onChange(GeneratorTime split, long before) {
        if (split.isFinished() || split.isEnded()) {
            active.remove(split);
            waiting.remove(split);
            if (!finished.contains(split)) {
                finished.add(split);
            }
        } else if (split.watermark() > before) {
            split.setAdvancedAtMs(clockMs.getAsLong());
            largest = Math.max(largest, split.watermark());
            if (before > minimum && !split.isIdle()) {
                // Another one holds event time back; no need to look for it. One that just woke has before ==
                // watermark.
                return;
            }
        }
        decide();
    }

    /** Gathers what all generators say at the periodic call into one change. */
    public void onPeriodicEmit() {
        beginGathering();
        for (GeneratorTime split : List.copyOf(active)) {
            split.onPeriodicEmit();
        }
        endGathering();
    }

    /** The least of the newest timestamps of the splits that count; {@link Long#MIN_VALUE} while one has had none. */
    public long leadMs() {
        long least = Long.MAX_VALUE;
        for (GeneratorTime split : active) {
            if (!split.isIdle()) {
                least = Math.min(least, split.seen().newest());
            }
        }
        return complete && least != Long.MAX_VALUE ? least : Long.MIN_VALUE;
    }

    /** Who sees the timestamp of every record before it counts; null for nobody. */
    public void setWatcher(LongConsumer watcher) {
        this.watcher = watcher;
        active.forEach(split -> split.setWatcher(watcher));
    }

    /** Notes for all splits that count what came since the last call. */
    public void noteRecords(long nowMs) {
        for (GeneratorTime split : active) {
            split.seen().note(nowMs);
        }
    }

    /** What changes from now on makes one change, at the end. */
    public void beginGathering() {
        gathering++;
    }

    /** Says what changed since the beginning. */
    public void endGathering() {
        gathering--;
        if (dirty) {
            decide();
        }
    }

    private void decide() {
        dirty = gathering > 0;
        if (dirty) {
            return;
        }
        if (complete && active.isEmpty() && !(finished.isEmpty() && waiting.isEmpty())) {
            if (waiting.isEmpty() && finished.stream().allMatch(GeneratorTime::isEnded)) {
                idle = false;
                watermark = Long.MAX_VALUE;
                onChange.run();
            }
            // Else the end of input follows, or the next split; they say more.
            return;
        }
        boolean anyActive = !complete;
        long least = complete ? Long.MAX_VALUE : Long.MIN_VALUE;
        for (GeneratorTime split : active) {
            if (!split.isIdle()) {
                anyActive = true;
                least = Math.min(least, split.watermark());
            }
        }
        minimum = anyActive ? least : Long.MAX_VALUE;
        idle = !anyActive;
        driven &= idle;
        watermark = Math.max(watermark, anyActive ? least : largest);
        onChange.run();
    }

    public long watermark() {
        return watermark;
    }

    /** Whether nobody should wait for this reader. */
    public boolean isIdle() {
        return idle && !driven;
    }

    /** Whether all splits that count are idle, whoever gives event time meanwhile. */
    public boolean areAllIdle() {
        return idle;
    }

    /** Whether {@link #drive} gives event time. */
    public boolean isDriven() {
        return driven;
    }

    /**
     * While all splits are idle, event time is what the caller says.
     *
     * @param to {@link Long#MIN_VALUE} for not any more
     */
    public void drive(long to) {
        boolean drives = idle && to > Long.MIN_VALUE;
        if (drives ? to > watermark || !driven : driven) {
            driven = drives;
            watermark = Math.max(watermark, to);
            onChange.run();
        }
    }

    /** The splits that count. */
    public List<GeneratorTime> active() {
        return active;
    }

    /** All splits whose turn has come, finished ones last. */
    public List<GeneratorTime> all() {
        List<GeneratorTime> all = new ArrayList<>(active);
        all.addAll(finished);
        return all;
    }
}
