package io.tidemark.checkpoint.plain;

import io.tidemark.api.type.SerializerSnapshot;
import java.util.stream.Collectors;

/** A schema in one line, much as the type is written in Java. */
public final class SchemaLine {
    private SchemaLine() {}

    /** The line of a schema. */
    public static String of(SerializerSnapshot schema) {
        String name = simpleName(schema.typeName());
        return switch (schema.kind()) {
            case BASIC -> name;
            case ENUM -> name + schema.constants();
            case TUPLE -> parts(schema, "(", ")", false);
            case RECORD, POJO -> name + parts(schema, "{", "}", true);
            case SEALED ->
                schema.fields().stream()
                        .map(field -> of(field.schema()))
                        .collect(Collectors.joining(" | ", name + "(", ")"));
            case LIST, SET, MAP, OPTIONAL -> name + parts(schema, "<", ">", false);
            case ARRAY -> of(schema.fields().get(0).schema()) + "[]";
            case NULLABLE -> of(schema.fields().get(0).schema()) + "?";
            case GENERIC -> name + " (by Kryo)";
            case CUSTOM -> name + " (by its own serializer)";
        };
    }

    private static String parts(SerializerSnapshot schema, String open, String close, boolean named) {
        return schema.fields().stream()
                .map(field -> (named ? field.name() + ": " : "") + of(field.schema()))
                .collect(Collectors.joining(", ", open, close));
    }

    /** The name of a class without its package and the classes around it. */
    public static String simpleName(String typeName) {
        String name = typeName.substring(typeName.lastIndexOf('.') + 1);
        return name.substring(name.lastIndexOf('$') + 1);
    }
}
