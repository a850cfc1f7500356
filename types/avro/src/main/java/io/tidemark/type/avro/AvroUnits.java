package io.tidemark.type.avro;

import java.util.HashSet;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * What the rules of schema resolution do not look at: whether a number that is read means what it meant when it was written. One of
 * milliseconds is no number of microseconds, and a decimal of another scale is another decimal.
 */
final class AvroUnits {
    /** Pairs of records that are compared already, or just now. */
    private final Set<String> seen = new HashSet<>();

    private AvroUnits() {}

    /**
     * Whether all that both schemas have is of the same units. A unit that only one of them names is taken for that of both.
     *
     * @param written with the names that the declared one has
     */
    static boolean areKept(Schema written, Schema declared) {
        return new AvroUnits().keeps(written, declared);
    }

    private boolean keeps(Schema written, Schema declared) {
        if (written.getType() == Schema.Type.UNION) {
            return written.getTypes().stream().allMatch(one -> keeps(one, declared));
        }
        if (declared.getType() == Schema.Type.UNION) {
            return declared.getTypes().stream()
                    .filter(one -> one.getFullName().equals(written.getFullName()))
                    .allMatch(one -> keeps(written, one));
        }
        LogicalType before = written.getLogicalType();
        LogicalType now = declared.getLogicalType();
        if (before != null && now != null && !isSame(before, now)) {
            return false;
        }
        if (written.getType() != declared.getType()) {
            return true;
        }
        return switch (written.getType()) {
            case RECORD -> keepsFields(written, declared);
            case ARRAY -> keeps(written.getElementType(), declared.getElementType());
            case MAP -> keeps(written.getValueType(), declared.getValueType());
            default -> true;
        };
    }

    private boolean keepsFields(Schema written, Schema declared) {
        if (!seen.add(written.getFullName() + " " + declared.getFullName())) {
            return true;
        }
        return written.getFields().stream()
                .filter(field -> declared.getField(field.name()) != null)
                .allMatch(field ->
                        keeps(field.schema(), declared.getField(field.name()).schema()));
    }

    private static boolean isSame(LogicalType before, LogicalType now) {
        if (before instanceof LogicalTypes.Decimal was && now instanceof LogicalTypes.Decimal is) {
            return was.getScale() == is.getScale() && was.getPrecision() <= is.getPrecision();
        }
        return before.getName().equals(now.getName());
    }
}
