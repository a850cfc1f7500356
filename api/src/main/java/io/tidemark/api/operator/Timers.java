package io.tidemark.api.operator;

import io.tidemark.api.function.EndOfInputPolicy;

/**
 * Timers of one keyed operator. There is at most one per (key, namespace, timestamp, domain):
 * registering it again changes nothing. All calls concern the current key.
 */
public interface Timers<N> {
    void registerEvent(N namespace, long timestamp);

    void deleteEvent(N namespace, long timestamp);

    void registerProcessing(N namespace, long timestamp);

    void deleteProcessing(N namespace, long timestamp);

    /** Called when a timer is due, with its key as the current key; ordered by timestamp, then by registration. */
    interface Handler<N> {
        void onEventTimer(Object key, N namespace, long timestamp) throws Exception;

        void onProcessingTimer(Object key, N namespace, long timestamp) throws Exception;

        /** What becomes of its processing-time timers that are not due when the input ends. Asked once. */
        default EndOfInputPolicy endOfInputPolicy() {
            return EndOfInputPolicy.DROP;
        }
    }
}
