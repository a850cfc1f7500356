package io.tidemark.worker.window;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorContext;

/** Where late records go: aside when someone reads them there, else nowhere; counted in both cases. */
final class LateRecords {
    private final OperatorContext context;
    private final int ordinal;

    /** @param tag null to drop */
    LateRecords(OperatorContext context, OutputTag<?> tag) {
        this.context = context;
        this.ordinal = tag == null ? -1 : context.output().ordinalOf(tag.getId());
    }

    void take(Object key, Object value, long timestamp, long watermark) {
        boolean aside = ordinal >= 0;
        context.reportLate(key, value, timestamp, watermark, aside);
        if (aside) {
            context.output().collect(ordinal, value, timestamp);
        }
    }
}
