package io.tidemark.coordinator.explain;

import java.util.Arrays;
import java.util.Optional;

/**
 * Why the records of a keyed step are spread unevenly over its subtasks, and what helps.
 *
 * @param cause one line
 * @param advice one line of what to do
 */
public record KeySkew(String cause, String advice) {
    /** With fewer records than this a subtask, chance alone spreads them unevenly. */
    private static final int MIN_RECORDS_PER_SUBTASK = 100;
    /** A subtask with this times its share is too many. */
    private static final double TOLERATED_SHARE = 1.5;
    /** With so many keys or key groups a subtask, hashing spreads them well enough. */
    private static final int ENOUGH_PER_SUBTASK = 8;

    private static final int MOST_KEY_GROUPS = 32_768;

    /**
     * Looks at a step.
     *
     * @param recordsIn by subtask
     * @param usedKeyGroups into how many key groups the keys of its records fall; there are at least as many keys
     * @param keyGroups how many the job has
     * @return nothing when the records are spread evenly enough, or are too few to tell
     */
    public static Optional<KeySkew> of(long[] recordsIn, int usedKeyGroups, int keyGroups) {
        int subtasks = recordsIn.length;
        long total = Arrays.stream(recordsIn).sum();
        if (subtasks < 2 || total < (long) MIN_RECORDS_PER_SUBTASK * subtasks) {
            return Optional.empty();
        }
        int busiest = 0;
        for (int i = 1; i < subtasks; i++) {
            busiest = recordsIn[i] > recordsIn[busiest] ? i : busiest;
        }
        double share = (double) recordsIn[busiest] * subtasks / total;
        if (share < TOLERATED_SHARE) {
            return Optional.empty();
        }
        long idle = Arrays.stream(recordsIn).filter(count -> count == 0).count();
        String spread = "subtask " + (busiest + 1) + " of " + subtasks + " gets " + tenths(share) + " times its share"
                + (idle == 0 ? "" : " and " + idle + (idle == 1 ? " gets" : " get") + " nothing");
        if (usedKeyGroups < ENOUGH_PER_SUBTASK * subtasks) {
            return Optional.of(fewKeys(spread, subtasks, usedKeyGroups, keyGroups));
        }
        return Optional.of(new KeySkew(
                spread + ": its keys fall into " + usedKeyGroups
                        + " key groups, which is enough, so a few keys have most" + " of the records",
                "Reduce before the keyBy what belongs to such a key, or add something to the key that divides it."));
    }

    private static KeySkew fewKeys(String spread, int subtasks, int usedKeyGroups, int keyGroups) {
        String cause = spread + ": its keys fall into only " + usedKeyGroups + " of " + keyGroups
                + " key groups, few for " + subtasks + " subtasks, so that the hashes of keys collide in some and leave"
                + " others empty";
        int parallelism = Math.max(1, usedKeyGroups / ENOUGH_PER_SUBTASK);
        int more = moreKeyGroups(subtasks, keyGroups);
        String lessParallelism = "a parallelism of " + parallelism + " spreads so few keys evenly";
        if (more == keyGroups) {
            return new KeySkew(cause, "A" + lessParallelism.substring(1) + ".");
        }
        return new KeySkew(
                cause,
                "More key groups tell more keys apart (pipeline.max-parallelism: " + more
                        + ", when the job starts anew); " + lessParallelism + ".");
    }

    private static int moreKeyGroups(int subtasks, int keyGroups) {
        int more = keyGroups;
        while (more < ENOUGH_PER_SUBTASK * subtasks && more < MOST_KEY_GROUPS) {
            more *= 2;
        }
        return more;
    }

    private static String tenths(double number) {
        return Long.toString(Math.round(number * 10) / 10) + "." + Math.round(number * 10) % 10;
    }
}
