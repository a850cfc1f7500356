package io.tidemark.api.window;

/** A record without a timestamp came to a window of event time. Permanent: it would have none the next time either. */
public final class MissingTimestampException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** In two lines: what is wrong, and what to do. */
    MissingTimestampException(Object element) {
        super("a record without a timestamp came to a window of event time. The record: " + element + "\n"
                + "Give the source a WatermarkStrategy with a timestamp assigner, or call"
                + " assignTimestampsAndWatermarks before window.");
    }
}
