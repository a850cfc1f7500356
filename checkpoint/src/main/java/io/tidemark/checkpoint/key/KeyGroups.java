package io.tidemark.checkpoint.key;

import io.tidemark.api.type.StableHash;

/** Which key group a key belongs to, and which subtask a key group belongs to. Part of the format of snapshots. */
public final class KeyGroups {
    /** The largest number of key groups, and so the largest parallelism that a job can ever be rescaled to. */
    public static final int MAX_KEY_GROUPS = 32768;

    private KeyGroups() {}

    /**
     * The group of a key.
     *
     * @param keyHash {@code TypeSerializer.hash(key)}; it need not be well mixed
     * @param maxParallelism the number of key groups of the job
     */
    public static int keyGroup(int keyHash, int maxParallelism) {
        long mixed = StableHash.finish(keyHash) & 0xFFFFFFFFL;
        return (int) ((mixed * maxParallelism) >>> Integer.SIZE);
    }

    /** The subtask that owns a key group. */
    public static int subtask(int keyGroup, int parallelism, int maxParallelism) {
        return keyGroup * parallelism / maxParallelism;
    }

    /** The key groups that a subtask owns. */
    public static KeyGroupRange range(int subtask, int parallelism, int maxParallelism) {
        if (parallelism < 1 || parallelism > maxParallelism || maxParallelism > MAX_KEY_GROUPS) {
            throw new IllegalArgumentException("a parallelism of " + parallelism + " with " + maxParallelism
                    + " key groups; it is at least 1 and at most the number of key groups, which is at most "
                    + MAX_KEY_GROUPS);
        }
        if (subtask < 0 || subtask >= parallelism) {
            throw new IllegalArgumentException("subtask " + subtask + " of " + parallelism);
        }
        int first = (subtask * maxParallelism + parallelism - 1) / parallelism;
        int last = ((subtask + 1) * maxParallelism - 1) / parallelism;
        return new KeyGroupRange(first, last);
    }
}
