package io.tidemark.api.window;

import io.tidemark.api.window.MergingWindowAssigner.MergeCallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What all session windows share: a record's own session, and that sessions which overlap or touch are one. */
final class Sessions {
    private Sessions() {}

    static TimeWindow of(long timestamp, long gapMs) {
        return TimeWindow.around(timestamp, 0, gapMs);
    }

    /** @throws IllegalArgumentException when the gap is below one millisecond */
    static long gapMs(Duration gap) {
        long gapMs = gap.toMillis();
        if (gapMs <= 0) {
            throw new IllegalArgumentException("the gap of session windows must be at least 1 ms, not " + gap);
        }
        return gapMs;
    }

    static <T> long gapMs(SessionWindowTimeGapExtractor<? super T> gaps, T element) {
        long gapMs = gaps.extract(element);
        if (gapMs <= 0) {
            throw new IllegalArgumentException("the gap of a session must be at least 1 ms; the gap extractor gave "
                    + gapMs + " for the record " + element);
        }
        return gapMs;
    }

    /** A trigger that does not look at records suits records of every type. */
    @SuppressWarnings("unchecked")
    static <T> Trigger<T, TimeWindow> ofAnyRecord(Trigger<Object, TimeWindow> trigger) {
        return (Trigger<T, TimeWindow>) (Trigger<?, TimeWindow>) trigger;
    }

    static void merge(Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
        List<TimeWindow> sorted = new ArrayList<>(windows);
        sorted.sort(null);
        TimeWindow cover = null;
        List<TimeWindow> group = new ArrayList<>();
        for (TimeWindow window : sorted) {
            if (cover != null && cover.intersects(window)) {
                cover = cover.cover(window);
            } else {
                tell(group, cover, callback);
                group = new ArrayList<>();
                cover = window;
            }
            group.add(window);
        }
        tell(group, cover, callback);
    }

    private static void tell(List<TimeWindow> group, TimeWindow cover, MergeCallback<TimeWindow> callback) {
        if (group.size() > 1) {
            callback.merge(group, cover);
        }
    }
}
