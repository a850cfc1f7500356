package io.tidemark.checkpoint.key;

/**
 * Consecutive key groups.
 *
 * @param first the first one
 * @param last the last one, which belongs to the range
 */
public record KeyGroupRange(int first, int last) {
    public KeyGroupRange {
        if (first < 0 || last < first || last >= KeyGroups.MAX_KEY_GROUPS) {
            throw new IllegalArgumentException("there is no range of key groups from " + first + " to " + last);
        }
    }

    public boolean contains(int keyGroup) {
        return keyGroup >= first && keyGroup <= last;
    }

    public boolean contains(KeyGroupRange other) {
        return other.first >= first && other.last <= last;
    }

    public boolean overlaps(KeyGroupRange other) {
        return other.first <= last && other.last >= first;
    }

    public int count() {
        return last - first + 1;
    }
}
