package io.tidemark.api.window;

/** What all assigners of event-time windows ask for. */
final class EventTimeWindows {
    private EventTimeWindows() {}

    static void requireTimestamp(Object element, long timestamp) {
        if (timestamp == Long.MIN_VALUE) {
            throw new MissingTimestampException(element);
        }
    }
}
