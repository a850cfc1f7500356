package io.tidemark.api.eventtime;

/** A record has no timestamp although it must have one. Permanent: it would have none the next time either. */
public final class NullTimestampException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int MAX_ROW_TEXT = 200;

    private NullTimestampException(String message) {
        super(message);
    }

    /**
     * @param column null when it is not known
     * @param where the operator, and the split if there is one
     */
    public static NullTimestampException of(String column, Object row, String where) {
        String text = String.valueOf(row);
        String shown = text.length() <= MAX_ROW_TEXT ? text : text.substring(0, MAX_ROW_TEXT) + "…";
        return new NullTimestampException((column == null ? "the timestamp" : "event-time column \"" + column + "\"")
                + " is NULL in row " + shown + " of " + where
                + "; to go on without such rows, or without their time, set withNullTimestamps(NullTimestamps.DROP or"
                + " SKIP_WATERMARK) on the watermark strategy");
    }
}
