package io.tidemark.type.avro;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * What the rules of schema resolution do not look at either: whether two records that differ may become one when they are read with
 * another schema, as when a field has gone. Where it cannot tell it says that they may.
 */
final class AvroKeys {
    /** Pairs of records that are compared already, or just now. */
    private final Set<String> seen = new HashSet<>();

    private AvroKeys() {}

    /** @param written with the names that the declared one has */
    static boolean areKeptApart(Schema written, Schema declared) {
        return new AvroKeys().keeps(written, declared);
    }

    private boolean keeps(Schema written, Schema declared) {
        if (written.getType() == Schema.Type.UNION) {
            return keepsUnion(written, declared);
        }
        if (declared.getType() == Schema.Type.UNION) {
            return sameIn(declared, written).map(one -> keeps(written, one)).orElse(false);
        }
        if (written.getType() != declared.getType()) {
            return isLosslessPromotion(written.getType(), declared.getType());
        }
        return switch (written.getType()) {
            case RECORD -> keepsFields(written, declared);
            case ENUM -> declared.getEnumSymbols().containsAll(written.getEnumSymbols());
            case ARRAY -> keeps(written.getElementType(), declared.getElementType());
            case MAP -> keeps(written.getValueType(), declared.getValueType());
            default -> true;
        };
    }

    /** A number of two types may be the same number of one. */
    private boolean keepsUnion(Schema written, Schema declared) {
        List<Schema> branches = written.getTypes();
        if (declared.getType() != Schema.Type.UNION) {
            return branches.size() == 1 && keeps(branches.get(0), declared);
        }
        return branches.stream()
                .allMatch(branch ->
                        sameIn(declared, branch).map(one -> keeps(branch, one)).orElse(false));
    }

    private static Optional<Schema> sameIn(Schema union, Schema branch) {
        return union.getTypes().stream()
                .filter(one -> one.getFullName().equals(branch.getFullName()))
                .findFirst();
    }

    private static boolean isLosslessPromotion(Schema.Type from, Schema.Type to) {
        return switch (from) {
            case INT -> to == Schema.Type.LONG || to == Schema.Type.DOUBLE;
            case FLOAT -> to == Schema.Type.DOUBLE;
            case STRING -> to == Schema.Type.BYTES;
            default -> false;
        };
    }

    private boolean keepsFields(Schema written, Schema declared) {
        if (!seen.add(written.getFullName() + " " + declared.getFullName())) {
            return true;
        }
        return written.getFields().stream()
                .allMatch(field -> declared.getField(field.name()) != null
                        && keeps(field.schema(), declared.getField(field.name()).schema()));
    }
}
