package io.tidemark.api.type;

import java.util.Locale;
import java.util.stream.Collectors;

/** Types of schemas as one would write them in Java; classes of jobs with their package. */
final class SchemaText {
    private SchemaText() {}

    /** @param nullable false for a primitive type */
    static String of(SerializerSnapshot schema, boolean nullable) {
        return switch (schema.kind()) {
            case BASIC -> basic(schema.typeName(), nullable);
            case LIST, SET, MAP, TUPLE, OPTIONAL -> simple(schema.typeName()) + arguments(schema);
            case ARRAY -> of(schema.fields().get(0).schema(), true) + "[]";
            case NULLABLE -> of(schema.fields().get(0).schema(), true);
            case GENERIC -> "GENERIC(" + schema.typeName() + ")";
            case ENUM, RECORD, POJO, SEALED, CUSTOM -> schema.typeName();
        };
    }

    /** What a structure is. */
    static String kind(SerializerSnapshot schema) {
        String word = schema.kind().name();
        return schema.kind() == SerializerSnapshot.Kind.POJO ? word : word.toLowerCase(Locale.ROOT);
    }

    private static String arguments(SerializerSnapshot schema) {
        return schema.fields().stream()
                .map(field -> of(field.schema(), true))
                .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String basic(String typeName, boolean nullable) {
        if (nullable) {
            return simple(typeName);
        }
        return switch (typeName) {
            case "java.lang.Integer" -> "int";
            case "java.lang.Character" -> "char";
            default -> simple(typeName).toLowerCase(Locale.ROOT);
        };
    }

    private static String simple(String typeName) {
        return typeName.substring(typeName.lastIndexOf('.') + 1);
    }
}
