package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.eventtime.WatermarkAlignment;
import io.tidemark.worker.chain.GroupMember;
import io.tidemark.worker.chain.SplitFacts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps a reader and its splits within the drift of their group. At each update the reader takes a sample of its watermark and
 * tells the group; it pauses while the oldest of its last {@value #SAMPLES} samples is further than the group's least watermark
 * and the drift. A split pauses as soon as it is itself too far. What is idle is not paused. Pure; one thread.
 */
public final class ReaderAlignment {
    private static final int SAMPLES = 3;

    private final String group;
    private final GroupMember member;
    private final long maxDriftMs;
    private final long[] samples = new long[SAMPLES];
    private int nextSample;
    private long limit = Long.MAX_VALUE;
    private boolean paused;
    private final Set<String> pausedSplits = new HashSet<>();
    /** By split; of those that are not read because the reader pauses as well. */
    private final Map<String, Long> pausedSinceMs = new HashMap<>();

    public ReaderAlignment(WatermarkAlignment alignment) {
        group = alignment.group();
        member = new GroupMember(group);
        maxDriftMs = EventTimeMath.nonNegativeMs("drift", alignment.maxDrift());
        Arrays.fill(samples, Long.MIN_VALUE);
    }

    public GroupMember member() {
        return member;
    }

    /**
     * The update interval is over.
     *
     * @param splits that are being read; those that come out of a pause begin anew to be idle
     */
    public void update(GroupMember.Progress progress, List<GeneratorTime> splits) {
        member.report(progress);
        samples[nextSample] = progress.watermark();
        nextSample = (nextSample + 1) % SAMPLES;
        limit = EventTimeMath.plus(member.announced().leastWatermark(), maxDriftMs);
        boolean wasPaused = paused;
        paused = !progress.idle() && samples[nextSample] > limit;
        Set<String> before = Set.copyOf(pausedSplits);
        pausedSplits.clear();
        for (GeneratorTime split : splits) {
            boolean isPaused = isTooFar(split);
            if (isPaused) {
                pausedSplits.add(split.name());
            }
            if (!isPaused && !paused && (wasPaused || before.contains(split.name()))) {
                split.forgetEmptiness();
            }
        }
    }

    private boolean isTooFar(GeneratorTime split) {
        return !split.isIdle() && split.watermark() > limit;
    }

    /** Whether the reader reads nothing for the time being. */
    public boolean isPaused() {
        return paused;
    }

    /** Whether a split is not read for the time being; it may have become too far since the last update. */
    public boolean isPaused(GeneratorTime split) {
        return pausedSplits.contains(split.name()) || isTooFar(split);
    }

    /** Notes which splits are paused now, so that it can be said since when. */
    public void note(List<GeneratorTime> splits, long nowMs) {
        pausedSinceMs
                .keySet()
                .removeIf(
                        name -> splits.stream().noneMatch(split -> split.name().equals(name)));
        for (GeneratorTime split : splits) {
            if (isNotRead(split)) {
                pausedSinceMs.putIfAbsent(split.name(), nowMs);
            } else {
                pausedSinceMs.remove(split.name());
            }
        }
    }

    private boolean isNotRead(GeneratorTime split) {
        return !split.isFinished() && !split.isIdle() && (paused || isPaused(split));
    }

    /** What can be said of a split's pause now; null when it is read. */
    public SplitFacts.Pause pause(GeneratorTime split, long nowMs) {
        return isNotRead(split)
                ? new SplitFacts.Pause(group, pausedSinceMs.getOrDefault(split.name(), nowMs), maxDriftMs)
                : null;
    }
}
