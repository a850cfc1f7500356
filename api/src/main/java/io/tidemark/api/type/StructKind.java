package io.tidemark.api.type;

/** The three kinds of types that are their fields. */
enum StructKind {
    TUPLE(SerializerSnapshot.Kind.TUPLE),
    RECORD(SerializerSnapshot.Kind.RECORD),
    POJO(SerializerSnapshot.Kind.POJO);

    final SerializerSnapshot.Kind schemaKind;

    StructKind(SerializerSnapshot.Kind schemaKind) {
        this.schemaKind = schemaKind;
    }

    /** The handles of a class of this kind. */
    StructAccess access(Class<?> type) {
        return switch (this) {
            case RECORD -> StructAccess.ofRecord(type);
            case TUPLE -> StructAccess.ofBean(type, BeanFields.ofTuple(type.asSubclass(Tuple.class)));
            case POJO -> StructAccess.ofBean(type, BeanFields.of(type).fields());
        };
    }
}
