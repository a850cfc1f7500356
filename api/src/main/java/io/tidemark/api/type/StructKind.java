package io.tidemark.api.type;

import java.util.List;

/** The three kinds of types that are their fields. */
enum StructKind {
    TUPLE(SerializerSnapshot.Kind.TUPLE),
    RECORD(SerializerSnapshot.Kind.RECORD),
    POJO(SerializerSnapshot.Kind.POJO);

    final SerializerSnapshot.Kind schemaKind;

    StructKind(SerializerSnapshot.Kind schemaKind) {
        this.schemaKind = schemaKind;
    }

    /** The handles of a class, in the order of the names. */
    StructAccess access(Class<?> type, String[] names) {
        return switch (this) {
            case RECORD -> StructAccess.ofRecord(type);
            case TUPLE -> StructAccess.ofBean(type, BeanFields.ofTuple(type.asSubclass(Tuple.class)));
            case POJO -> {
                List<BeanField> fields = BeanFields.of(type).fields();
                List<String> found =
                        fields.stream().map(field -> field.field().getName()).toList();
                if (!found.equals(List.of(names))) {
                    throw new IllegalStateException(type.getName() + " has the fields " + found
                            + ", its serializer was made for " + List.of(names));
                }
                yield StructAccess.ofBean(type, fields);
            }
        };
    }
}
