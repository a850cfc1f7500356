package io.tidemark.worker.eventtime;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.eventtime.WatermarkAlignment;
import io.tidemark.worker.chain.GroupMember;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps a reader and its splits within the drift of their group. At each update the reader takes a sample of its watermark and
 * tells the group; it pauses while the oldest of its last {@value #SAMPLES} samples is further than the group's least watermark
 * and the drift. A split pauses as soon as it is itself too far. What is idle is not paused. Pure; one thread.
 */
public final class ReaderAlignment {
    private static final int SAMPLES = 3;

    private final GroupMember member;
    private final long maxDriftMs;
    private final long[] samples = new long[SAMPLES];
    private int nextSample;
    private long limit = Long.MAX_VALUE;
    private boolean paused;
    private final Set<String> pausedSplits = new HashSet<>();

    public ReaderAlignment(WatermarkAlignment alignment) {
        member = new GroupMember(alignment.group());
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
}
