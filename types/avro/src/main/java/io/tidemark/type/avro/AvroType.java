package io.tidemark.type.avro;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** An Avro record of one schema. */
final class AvroType<T extends IndexedRecord> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final String schemaJson;

    AvroType(Class<T> type, Schema schema) {
        this.type = type;
        this.schemaJson = schema.toString();
    }

    @Override
    public Class<T> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        return new AvroSerializer<>(type, schemaJson);
    }

    @Override
    public Optional<String> whyNotKey() {
        return holdsMap(new Schema.Parser().parse(schemaJson), new HashSet<>())
                ? Optional.of(this + " holds a map, and equal maps may have different bytes")
                : Optional.empty();
    }

    static boolean holdsMap(Schema schema, Set<String> seen) {
        return switch (schema.getType()) {
            case MAP -> true;
            case ARRAY -> holdsMap(schema.getElementType(), seen);
            case UNION -> schema.getTypes().stream().anyMatch(one -> holdsMap(one, seen));
            case RECORD ->
                seen.add(schema.getFullName())
                        && schema.getFields().stream().anyMatch(field -> holdsMap(field.schema(), seen));
            default -> false;
        };
    }

    @Override
    public String toString() {
        return type.isInterface()
                ? type.getSimpleName() + "("
                        + new Schema.Parser().parse(schemaJson).getFullName() + ")"
                : type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AvroType<?> that && type == that.type && schemaJson.equals(that.schemaJson);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + schemaJson.hashCode();
    }
}
