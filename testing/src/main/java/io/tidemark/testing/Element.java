package io.tidemark.testing;

import io.tidemark.api.operator.Records;
import io.tidemark.api.watermark.Watermark;
import java.util.Objects;

/**
 * Something that came out of a stream: a record, or what is said about event time between records. Two that say the same are
 * equal, so a test compares what came with what it expects. Immutable.
 *
 * @param kind what it is
 * @param value of a record; else null
 * @param timestamp of a record, or the event time of a watermark, in milliseconds; {@link Records#NO_TIMESTAMP} where there is
 *     none
 * @param declared a watermark of the job's own; else null
 * @param <T> type of the records
 */
public record Element<T>(Kind kind, T value, long timestamp, Watermark declared) {
    /** What can come out of a stream. */
    public enum Kind {
        /** A record, with its timestamp or without. */
        RECORD,
        /** Event time has come to here. */
        WATERMARK,
        /** A watermark that the job declares itself. */
        DECLARED,
        /** Nothing comes for the time being, and event time does not wait for it. */
        IDLE,
        /** Records come again. */
        ACTIVE,
        /** Nothing will follow. */
        END
    }

    public Element {
        Objects.requireNonNull(kind, "kind");
    }

    /** A record with a timestamp in milliseconds. */
    public static <T> Element<T> record(T value, long timestamp) {
        return new Element<>(Kind.RECORD, value, timestamp, null);
    }

    /** A record without a timestamp. */
    public static <T> Element<T> record(T value) {
        return record(value, Records.NO_TIMESTAMP);
    }

    /** A watermark of event time, in milliseconds. */
    public static <T> Element<T> watermark(long timestamp) {
        return new Element<>(Kind.WATERMARK, null, timestamp, null);
    }

    /** A watermark that the job declares. */
    public static <T> Element<T> watermark(Watermark declared) {
        return new Element<>(Kind.DECLARED, null, Records.NO_TIMESTAMP, Objects.requireNonNull(declared, "declared"));
    }

    /** The stream became idle. */
    public static <T> Element<T> idle() {
        return new Element<>(Kind.IDLE, null, Records.NO_TIMESTAMP, null);
    }

    /** The stream became active again. */
    public static <T> Element<T> active() {
        return new Element<>(Kind.ACTIVE, null, Records.NO_TIMESTAMP, null);
    }

    /** The end of the stream. */
    public static <T> Element<T> end() {
        return new Element<>(Kind.END, null, Records.NO_TIMESTAMP, null);
    }

    public boolean isRecord() {
        return kind == Kind.RECORD;
    }

    /** For messages: {@code value@9}, {@code value}, {@code WM(9)}, {@code IDLE}. */
    @Override
    public String toString() {
        return switch (kind) {
            case RECORD -> timestamp == Records.NO_TIMESTAMP ? String.valueOf(value) : value + "@" + time(timestamp);
            case WATERMARK -> "WM(" + time(timestamp) + ")";
            case DECLARED -> "<" + declared + ">";
            case IDLE, ACTIVE, END -> kind.name();
        };
    }

    private static String time(long timestamp) {
        if (timestamp == Long.MIN_VALUE) {
            return "MIN";
        }
        return timestamp == Long.MAX_VALUE ? "MAX" : Long.toString(timestamp);
    }
}
