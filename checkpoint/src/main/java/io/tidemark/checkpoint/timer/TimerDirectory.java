package io.tidemark.checkpoint.timer;

import java.util.Arrays;

/**
 * Leaves in the order of their ranges, which leave no time out. A list of blocks of leaves, so that to put one in or take one
 * out moves only the numbers of a block.
 */
final class TimerDirectory {
    private static final int FIRST_BLOCKS = 4;

    private final int blockSize;
    private Block[] blocks = new Block[FIRST_BLOCKS];
    private long[] blockStarts = new long[FIRST_BLOCKS];
    private int blockCount;

    private TimerLeaf first;
    private TimerLeaf last;
    /** The leaf that was found last; most timers are set near others. */
    private TimerLeaf found;

    private static final class Block {
        private final TimerLeaf[] leaves;
        private final long[] starts;
        private int count;

        Block(int size) {
            leaves = new TimerLeaf[size];
            starts = new long[size];
        }

        void insert(int at, TimerLeaf leaf) {
            System.arraycopy(leaves, at, leaves, at + 1, count - at);
            System.arraycopy(starts, at, starts, at + 1, count - at);
            leaves[at] = leaf;
            starts[at] = leaf.start;
            count++;
        }

        void removeAt(int at) {
            count--;
            System.arraycopy(leaves, at + 1, leaves, at, count - at);
            System.arraycopy(starts, at + 1, starts, at, count - at);
            leaves[count] = null;
        }

        /** Moves the later half to a new block. */
        Block split() {
            Block later = new Block(leaves.length);
            int kept = count / 2;
            later.count = count - kept;
            System.arraycopy(leaves, kept, later.leaves, 0, later.count);
            System.arraycopy(starts, kept, later.starts, 0, later.count);
            Arrays.fill(leaves, kept, count, null);
            count = kept;
            return later;
        }
    }

    /** @param blockSize the most leaves of a block */
    TimerDirectory(int blockSize) {
        this.blockSize = blockSize;
    }

    /** The first leaf; null when there is none. */
    TimerLeaf first() {
        return first;
    }

    /** The last leaf; null when there is none. */
    TimerLeaf last() {
        return last;
    }

    /** The leaf to whose range a timestamp belongs; null when there is no leaf. */
    TimerLeaf find(long timestamp) {
        TimerLeaf leaf = found;
        if (leaf != null && timestamp >= leaf.start && (leaf.next == null || timestamp < leaf.next.start)) {
            return leaf;
        }
        if (blockCount == 0) {
            return null;
        }
        Block block = blocks[indexOf(blockStarts, blockCount, timestamp)];
        found = block.leaves[indexOf(block.starts, block.count, timestamp)];
        return found;
    }

    /** The index of the last of some numbers, of which the first is never too large, that is not above a given one. */
    private static int indexOf(long[] starts, int count, long timestamp) {
        int low = 0;
        int high = count;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (starts[middle] <= timestamp) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Some leaf in the middle; there is one. */
    TimerLeaf middle() {
        Block block = blocks[blockCount / 2];
        return block.leaves[blockCount == 1 ? block.count / 2 : 0];
    }

    /** Puts a leaf in whose range begins within that of another one, or is the first. */
    void insert(TimerLeaf leaf) {
        if (blockCount == 0) {
            insertBlock(0, new Block(blockSize), leaf.start);
            blocks[0].insert(0, leaf);
            first = leaf;
            last = leaf;
            return;
        }
        int index = indexOf(blockStarts, blockCount, leaf.start);
        Block block = blocks[index];
        if (block.count == blockSize) {
            Block later = block.split();
            insertBlock(index + 1, later, later.starts[0]);
            if (later.starts[0] <= leaf.start) {
                block = later;
            }
        }
        int at = indexOf(block.starts, block.count, leaf.start);
        link(leaf, block.leaves[at]);
        block.insert(at + 1, leaf);
    }

    private void link(TimerLeaf leaf, TimerLeaf before) {
        leaf.previous = before;
        leaf.next = before.next;
        before.next = leaf;
        if (leaf.next == null) {
            last = leaf;
        } else {
            leaf.next.previous = leaf;
        }
    }

    private void insertBlock(int at, Block block, long start) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
            blockStarts = Arrays.copyOf(blockStarts, blockCount * 2);
        }
        System.arraycopy(blocks, at, blocks, at + 1, blockCount - at);
        System.arraycopy(blockStarts, at, blockStarts, at + 1, blockCount - at);
        blocks[at] = block;
        blockStarts[at] = start;
        blockCount++;
    }

    /** Takes a leaf out; its range goes to the leaf before it, or that of the first leaf to the one behind it. */
    void remove(TimerLeaf leaf) {
        if (leaf == first && leaf.next != null) {
            setStart(leaf.next, leaf.start);
        }
        int index = leaf == first ? 0 : indexOf(blockStarts, blockCount, leaf.start);
        Block block = blocks[index];
        int at = leaf == first ? 0 : indexOf(block.starts, block.count, leaf.start);
        block.removeAt(at);
        if (block.count == 0) {
            blockCount--;
            System.arraycopy(blocks, index + 1, blocks, index, blockCount - index);
            System.arraycopy(blockStarts, index + 1, blockStarts, index, blockCount - index);
            blocks[blockCount] = null;
        } else {
            blockStarts[index] = block.starts[0];
        }
        unlink(leaf);
    }

    private void setStart(TimerLeaf leaf, long start) {
        int index = indexOf(blockStarts, blockCount, leaf.start);
        Block block = blocks[index];
        int at = indexOf(block.starts, block.count, leaf.start);
        leaf.start = start;
        block.starts[at] = start;
        if (at == 0) {
            blockStarts[index] = start;
        }
    }

    private void unlink(TimerLeaf leaf) {
        if (leaf.previous == null) {
            first = leaf.next;
        } else {
            leaf.previous.next = leaf.next;
        }
        if (leaf.next == null) {
            last = leaf.previous;
        } else {
            leaf.next.previous = leaf.previous;
        }
        leaf.isGone = true;
        if (found == leaf) {
            found = null;
        }
    }
}
