package io.tidemark.network.gate;

import java.util.Arrays;

/**
 * The smallest of n numbers, of which one changes at a time: a tournament whose inner nodes hold the winner below them, so
 * that a change costs the height of the tree. Of equal numbers the one with the lower index wins.
 */
final class MinimumTree {
    private final long[] values;
    private final int[] winners;
    private final int leaves;

    MinimumTree(int count, long initial) {
        leaves = count == 1 ? 1 : Integer.highestOneBit(count - 1) << 1;
        values = new long[leaves];
        Arrays.fill(values, 0, count, initial);
        Arrays.fill(values, count, leaves, Long.MAX_VALUE);
        winners = new int[2 * leaves];
        for (int i = 0; i < leaves; i++) {
            winners[leaves + i] = i;
        }
        for (int node = leaves - 1; node >= 1; node--) {
            winners[node] = winnerBelow(node);
        }
    }

    void set(int index, long value) {
        values[index] = value;
        for (int node = (leaves + index) >> 1; node >= 1; node >>= 1) {
            winners[node] = winnerBelow(node);
        }
    }

    private int winnerBelow(int node) {
        int left = winners[2 * node];
        int right = winners[2 * node + 1];
        return values[right] < values[left] ? right : left;
    }

    int indexOfMinimum() {
        return winners[1];
    }

    long minimum() {
        return values[winners[1]];
    }
}
