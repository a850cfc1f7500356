package io.tidemark.api.type;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A tuple, a record or a POJO. */
final class StructType<T> extends CompositeType<T> {
    private static final long serialVersionUID = 1L;

    private final StructKind kind;
    private final Class<T> type;
    private final String[] names;
    private final TypeInformation<?>[] types;

    /** @param names of the fields, in the order in which they are written, as {@code types} is */
    StructType(StructKind kind, Class<T> type, List<String> names, List<? extends TypeInformation<?>> types) {
        this.kind = kind;
        this.type = type;
        this.names = names.toArray(String[]::new);
        this.types = types.toArray(TypeInformation<?>[]::new);
    }

    @Override
    public Class<T> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[types.length];
        for (int i = 0; i < types.length; i++) {
            serializers[i] = types[i].createSerializer();
        }
        return new StructSerializer<>(kind, type, names, serializers);
    }

    @Override
    public Map<String, TypeInformation<?>> fields() {
        Map<String, TypeInformation<?>> fields = new LinkedHashMap<>();
        for (int i = 0; i < types.length; i++) {
            fields.put(names[i], types[i]);
        }
        return Collections.unmodifiableMap(fields);
    }

    @Override
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            parts.add(new Part("." + names[i], types[i]));
        }
        return parts;
    }

    @Override
    String whyNeverKey() {
        return null;
    }

    @Override
    public String toString() {
        return kind == StructKind.TUPLE
                ? parts().stream()
                        .map(part -> part.type().toString())
                        .collect(Collectors.joining(", ", type.getSimpleName() + "<", ">"))
                : type.getSimpleName();
    }
}
