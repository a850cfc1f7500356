package io.tidemark.api;

/** Numbers of key groups: 128 times a power of two, at most 32768. */
final class MaxParallelism {
    static final int SMALLEST = 128;
    static final int LARGEST = 32768;

    private MaxParallelism() {}

    /** The smallest number of key groups that is not below {@code wanted}. */
    static int roundUp(int wanted) {
        int groups = SMALLEST;
        while (groups < wanted) {
            groups *= 2;
        }
        return groups;
    }

    static void checkParallelism(int parallelism, String owner) {
        if (parallelism < 1 || parallelism > LARGEST) {
            throw new IllegalArgumentException(
                    owner + ": parallelism must be from 1 to " + LARGEST + ", not " + parallelism);
        }
    }

    static void checkMaxParallelism(int maxParallelism, String owner) {
        if (maxParallelism < 1 || maxParallelism > LARGEST) {
            throw new IllegalArgumentException(
                    owner + ": max parallelism must be from 1 to " + LARGEST + ", not " + maxParallelism);
        }
    }
}
