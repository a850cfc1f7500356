package io.tidemark.checkpoint.store;

import io.tidemark.api.type.SerializerSnapshot;
import java.util.Locale;
import java.util.stream.Collectors;

/** Schemas for people. */
final class SchemaText {
    private SchemaText() {}

    static String of(SerializerSnapshot schema) {
        StringBuilder text = new StringBuilder()
                .append(schema.kind().name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(schema.typeName());
        if (!schema.fields().isEmpty()) {
            text.append(schema.fields().stream()
                    .map(field -> field.name() + (field.nullable() ? "?" : "") + ": " + of(field.schema()))
                    .collect(Collectors.joining(", ", " (", ")")));
        }
        if (!schema.constants().isEmpty()) {
            text.append(' ').append(schema.constants());
        }
        return text.toString();
    }
}
