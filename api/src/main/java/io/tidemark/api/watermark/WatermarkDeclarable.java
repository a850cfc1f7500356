package io.tidemark.api.watermark;

import java.util.Set;

/** Something that may declare watermarks: any function, a source, and a sink. */
public interface WatermarkDeclarable {
    /**
     * The watermarks that are emitted or received here. Asked for once, when the job is planned. All declarations of a job are
     * one set, so it is enough that one place declares a watermark; two that declare the same identifier must say the same.
     */
    default Set<? extends WatermarkDeclaration> declareWatermarks() {
        return Set.of();
    }
}
