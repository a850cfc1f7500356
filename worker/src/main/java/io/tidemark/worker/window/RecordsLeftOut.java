package io.tidemark.worker.window;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.metric.Counter;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;

/** Records that no window takes: they are late, or their assigner put them into none; counted either way. */
final class RecordsLeftOut {
    private static final String IN_NO_WINDOW = "in-no-window";

    private final OperatorContext context;
    private final boolean eventTime;
    private final long allowedLatenessMs;
    private final LateRecords late;
    private final Counter inNoWindow;

    RecordsLeftOut(OperatorContext context, WindowSpec spec) {
        this.context = context;
        this.eventTime = spec.assigner().isEventTime();
        this.allowedLatenessMs = spec.allowedLatenessMs();
        this.late = new LateRecords(context, spec.lateTag());
        this.inNoWindow = context.counter(IN_NO_WINDOW);
    }

    /** A record of the current key. */
    void take(Object key, Object value, long timestamp) {
        long watermark = context.currentKeyWatermark();
        if (eventTime && Lateness.isLate(EventTimeMath.plus(timestamp, allowedLatenessMs), watermark)) {
            late.take(key, value, timestamp, watermark);
        } else {
            inNoWindow.add(1);
        }
    }
}
