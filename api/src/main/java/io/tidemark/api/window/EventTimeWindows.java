package io.tidemark.api.window;

/** What all assigners of event-time windows ask for. */
final class EventTimeWindows {
    private EventTimeWindows() {}

    static void requireTimestamp(Object element, long timestamp) {
        if (timestamp == Long.MIN_VALUE) {
            throw new IllegalArgumentException("a record without a timestamp cannot be in an event-time window; give"
                    + " the source a WatermarkStrategy with a timestamp assigner, or call"
                    + " assignTimestampsAndWatermarks before window. The record: " + element);
        }
    }
}
