package io.tidemark.testing;

import io.tidemark.api.operator.Records;
import io.tidemark.network.channel.ControlElement;

/**
 * Something that came out of an operator.
 *
 * @param value of a record, the identifier of a declared watermark, else null
 * @param timestamp of a record or a watermark, the value of a declared watermark
 */
public record Emitted(Kind kind, Object value, long timestamp) {
    /** What came out. */
    public enum Kind {
        RECORD,
        WATERMARK,
        IDLE,
        ACTIVE,
        DECLARED,
        BARRIER,
        END
    }

    static Emitted record(Object value, long timestamp) {
        return new Emitted(Kind.RECORD, value, timestamp);
    }

    static Emitted control(ControlElement element) {
        return switch (element.kind()) {
            case WATERMARK -> new Emitted(Kind.WATERMARK, null, ((ControlElement.Watermark) element).timestamp());
            case IDLE -> new Emitted(Kind.IDLE, null, 0);
            case ACTIVE -> new Emitted(Kind.ACTIVE, null, 0);
            case DECLARED -> {
                ControlElement.Declared declared = (ControlElement.Declared) element;
                yield new Emitted(Kind.DECLARED, declared.identifier(), declared.value());
            }
            case BARRIER -> new Emitted(Kind.BARRIER, null, ((ControlElement.Barrier) element).checkpointId());
            case END -> new Emitted(Kind.END, null, 0);
        };
    }

    /** A time as traces write it: MIN, MAX or the number. */
    public static String time(long timestamp) {
        if (timestamp == Long.MIN_VALUE) {
            return "MIN";
        }
        return timestamp == Long.MAX_VALUE ? "MAX" : Long.toString(timestamp);
    }

    /** As traces write it: {@code value@9}, {@code value@none}, {@code WM(9)}, {@code <L5>}, {@code IDLE}. */
    @Override
    public String toString() {
        return switch (kind) {
            case RECORD -> value + "@" + (timestamp == Records.NO_TIMESTAMP ? "none" : time(timestamp));
            case WATERMARK -> "WM(" + time(timestamp) + ")";
            case DECLARED -> "<" + value + timestamp + ">";
            default -> kind.name();
        };
    }
}
