package io.tidemark.worker.chain;

import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyGroupTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far key groups were in event time before a rescale, while the operator that has them now is behind. It starts from the
 * least of what the subtasks before it had; what was late for a key must stay late, and nothing else may become so.
 */
final class KeyGroupTimes {
    private final int firstKeyGroup;
    private final long[] times;
    private final long furthest;

    private KeyGroupTimes(int firstKeyGroup, long[] times, long furthest) {
        this.firstKeyGroup = firstKeyGroup;
        this.times = times;
        this.furthest = furthest;
    }

    /** The times of one's own key groups; null when none is above the watermark. */
    static KeyGroupTimes of(List<KeyGroupTime> restored, KeyGroupRange own, long watermark) {
        long[] times = new long[own.count()];
        Arrays.fill(times, Long.MIN_VALUE);
        long furthest = Long.MIN_VALUE;
        for (KeyGroupTime time : restored) {
            if (time.getWatermark() <= watermark) {
                continue;
            }
            int from = Math.max(own.first(), time.getFirstKeyGroup());
            int to = Math.min(own.last(), time.getLastKeyGroup());
            for (int group = from; group <= to; group++) {
                times[group - own.first()] = Math.max(times[group - own.first()], time.getWatermark());
                furthest = Math.max(furthest, time.getWatermark());
            }
        }
        return furthest == Long.MIN_VALUE ? null : new KeyGroupTimes(own.first(), times, furthest);
    }

    /** {@link Long#MIN_VALUE} for a group that was not ahead. */
    long of(int keyGroup) {
        return times[keyGroup - firstKeyGroup];
    }

    /** The watermark from which on no group is ahead. */
    long furthest() {
        return furthest;
    }

    /** For the snapshot. */
    List<KeyGroupTime> ranges() {
        List<KeyGroupTime> ranges = new ArrayList<>();
        for (int from = 0, to; from < times.length; from = to) {
            to = from + 1;
            while (to < times.length && times[to] == times[from]) {
                to++;
            }
            if (times[from] != Long.MIN_VALUE) {
                ranges.add(KeyGroupTime.newBuilder()
                        .setFirstKeyGroup(firstKeyGroup + from)
                        .setLastKeyGroup(firstKeyGroup + to - 1)
                        .setWatermark(times[from])
                        .build());
            }
        }
        return ranges;
    }
}
