package io.tidemark.worker.chain;

import io.tidemark.api.operator.LateRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The late records of one operator: all counted, some kept as samples. The first {@value #SAMPLES} are kept, then one in
 * ever larger steps replaces the oldest, so that a flood costs nothing.
 */
final class LateLog {
    static final String DROPPED = "late.dropped";
    static final String SENT_ASIDE = "late.sent-aside";

    private static final int SAMPLES = 20;
    private static final int MAX_TEXT = 200;

    private final TaskCounter dropped;
    private final TaskCounter sentAside;
    private final ArrayDeque<LateRecord> samples = new ArrayDeque<>();
    private long untilSample;
    private long seen;

    LateLog(OperatorCounters counters) {
        dropped = counters.counter(DROPPED);
        sentAside = counters.counter(SENT_ASIDE);
    }

    void report(Object key, Object value, long timestamp, long watermark, boolean aside) {
        (aside ? sentAside : dropped).add(1);
        seen++;
        if (--untilSample <= 0) {
            untilSample = seen < SAMPLES ? 1 : seen / SAMPLES;
            if (samples.size() == SAMPLES) {
                samples.remove();
            }
            samples.add(new LateRecord(key == null ? null : text(key), text(value), timestamp, watermark, aside));
        }
    }

    private static String text(Object value) {
        String text;
        try {
            text = String.valueOf(value);
        } catch (RuntimeException e) {
            text = value.getClass().getName() + " whose toString fails: " + e;
        }
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }

    long dropped() {
        return dropped.get();
    }

    long sentAside() {
        return sentAside.get();
    }

    List<LateRecord> samples() {
        return new ArrayList<>(samples);
    }
}
