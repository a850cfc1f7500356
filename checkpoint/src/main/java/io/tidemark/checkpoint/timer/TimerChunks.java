package io.tidemark.checkpoint.timer;

import java.util.ArrayList;
import java.util.List;

/** A list of timers that grows without copying, and forgets one by moving the last into its place. */
final class TimerChunks {
    private static final int SHIFT = 10;
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;

    private final List<TimerEntry[]> chunks = new ArrayList<>();
    private int size;

    int size() {
        return size;
    }

    TimerEntry get(int index) {
        return chunks.get(index >>> SHIFT)[index & MASK];
    }

    /** Appends, and returns the index. */
    int add(TimerEntry entry) {
        if (size >>> SHIFT == chunks.size()) {
            chunks.add(new TimerEntry[CHUNK]);
        }
        chunks.get(size >>> SHIFT)[size & MASK] = entry;
        return size++;
    }

    /** Takes out the last timer; there is one. */
    TimerEntry removeLast() {
        TimerEntry last = get(size - 1);
        removeAt(size - 1);
        if (chunks.size() > (size >>> SHIFT) + 1) {
            chunks.remove(chunks.size() - 1);
        }
        return last;
    }

    /** Forgets the timer at an index; returns the one that stands there now, or null when it was the last. */
    TimerEntry removeAt(int index) {
        int lastIndex = --size;
        TimerEntry[] lastChunk = chunks.get(lastIndex >>> SHIFT);
        TimerEntry last = lastChunk[lastIndex & MASK];
        lastChunk[lastIndex & MASK] = null;
        if (lastIndex == index) {
            return null;
        }
        chunks.get(index >>> SHIFT)[index & MASK] = last;
        return last;
    }
}
