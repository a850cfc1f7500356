package io.tidemark.worker.advice;

import java.util.List;

/**
 * What is asked about delays of a running source.
 *
 * @param delaysMs none of them negative
 * @param intervalMs in event time, from watermark to watermark
 */
public record DelayQuestion(List<Long> delaysMs, long intervalMs, WindowShape windows) {
    public DelayQuestion {
        delaysMs = List.copyOf(delaysMs);
    }
}
