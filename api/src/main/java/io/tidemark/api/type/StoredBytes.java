package io.tidemark.api.type;

import java.util.List;

/** Gets over stored values whose field is gone, by their schema alone: their class may be gone too. */
final class StoredBytes {
    private StoredBytes() {}

    /** Whether the schema says enough: a serializer from outside of Tidemark may write anything. */
    static boolean canSkip(SerializerSnapshot schema) {
        return switch (schema.kind()) {
            case BASIC -> Types.basicSerializer(schema.typeName()) != null;
            case CUSTOM -> false;
            default -> schema.fields().stream().allMatch(field -> canSkip(field.schema()));
        };
    }

    /** A reader that reads a value and returns null. */
    static ValueReader<?> skipping(SerializerSnapshot schema) {
        List<? extends ValueReader<?>> parts =
                schema.fields().stream().map(field -> skipping(field.schema())).toList();
        return switch (schema.kind()) {
            case BASIC -> {
                TypeSerializer<?> serializer = Types.basicSerializer(schema.typeName());
                yield in -> nothing(serializer.deserialize(in));
            }
            case ENUM -> in -> nothing(in.readVarInt());
            case TUPLE, RECORD, POJO -> in -> fields(in, schema, parts);
            case SEALED ->
                in -> parts.get(SealedSerializer.readCase(in, schema.typeName(), parts.size()))
                        .read(in);
            case LIST, SET, ARRAY -> in -> elements(in, parts.get(0));
            case MAP ->
                in -> {
                    elements(in, parts.get(0));
                    return elements(in, parts.get(1));
                };
            case OPTIONAL, NULLABLE -> in -> in.readBoolean() ? parts.get(0).read(in) : null;
            case GENERIC -> StoredBytes::counted;
            case CUSTOM -> throw new IllegalArgumentException(schema.typeName() + " cannot be skipped");
        };
    }

    private static Object nothing(Object read) {
        return null;
    }

    private static Object counted(BinaryReader in) {
        int length = in.readCount(1, "bytes of a value");
        in.readBytes(new byte[length], 0, length);
        return null;
    }

    private static Object elements(BinaryReader in, ValueReader<?> part) {
        int begin = in.position();
        long header = in.readVarLong();
        in.checkCount(begin, header >>> 1, 1, "elements");
        boolean hasNull = (header & 1) != 0;
        for (int i = ElementSequence.count(header); i > 0; i--) {
            if (!hasNull || in.readBoolean()) {
                part.read(in);
            }
        }
        return null;
    }

    private static Object fields(BinaryReader in, SerializerSnapshot schema, List<? extends ValueReader<?>> parts) {
        if (parts.isEmpty()) {
            in.readByte();
        }
        int nullable = 0;
        int nullBits = 0;
        for (int i = 0; i < parts.size(); i++) {
            boolean isNull = false;
            if (schema.fields().get(i).nullable()) {
                int bit = nullable++ & 7;
                if (bit == 0) {
                    nullBits = in.readByte();
                }
                isNull = (nullBits & 1 << bit) != 0;
            }
            if (!isNull) {
                parts.get(i).read(in);
            }
        }
        return null;
    }
}
