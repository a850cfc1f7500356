package io.tidemark.api.type;

import java.util.ArrayList;
import java.util.List;

/**
 * What the bytes of a serializer look like, as data that outlives its class: it is stored with state, and compared with
 * the schema of the serializer that a later version of a job brings.
 *
 * @param kind how the bytes are laid out
 * @param typeName the Java name of the type
 * @param fields parts in the order in which they are written
 * @param constants an enum's constants in the order of their numbers; empty for other kinds
 */
public record SerializerSnapshot(Kind kind, String typeName, List<Field> fields, List<String> constants) {
    private static final int VERSION = 1;
    private static final int MAX_DEPTH = 200;

    /** How the bytes are laid out. Stored by name. */
    public enum Kind {
        /** A type that Tidemark knows, such as a number, a string or a point in time. */
        BASIC,
        /** The number of one of the constants. */
        ENUM,
        /** The fields in order, with bits for nulls. */
        TUPLE,
        /** The components in order, with bits for nulls. */
        RECORD,
        /** The fields by name, with bits for nulls. */
        POJO,
        /** A count and the elements. */
        LIST,
        /** A count and the elements. */
        SET,
        /** A count and the keys, a count and the values. */
        MAP,
        /** A count and the elements. */
        ARRAY,
        /** A flag, and the value if there is one. */
        OPTIONAL,
        /** A flag, and the value if it is not null. */
        NULLABLE,
        /** Whatever the serializer of last resort writes. */
        GENERIC,
        /** Whatever a serializer from outside of this package writes. */
        CUSTOM
    }

    /**
     * One part.
     *
     * @param name the field's name, or the part it plays ("element", "key", "value")
     * @param nullable whether there is a bit that says that it is null
     * @param schema what it looks like when it is not
     */
    public record Field(String name, boolean nullable, SerializerSnapshot schema) {}

    public SerializerSnapshot {
        fields = List.copyOf(fields);
        constants = List.copyOf(constants);
    }

    /** A schema without parts. */
    public static SerializerSnapshot of(Kind kind, String typeName) {
        return new SerializerSnapshot(kind, typeName, List.of(), List.of());
    }

    /** This schema and one part more. */
    public SerializerSnapshot withField(String name, boolean nullable, SerializerSnapshot schema) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, nullable, schema));
        return new SerializerSnapshot(kind, typeName, more, constants);
    }

    /** Appends this schema; {@link #readFrom} reads it back. */
    public void writeTo(BinaryWriter out) {
        out.writeByte(VERSION);
        writeNested(out);
    }

    private void writeNested(BinaryWriter out) {
        out.writeString(kind.name());
        out.writeString(typeName);
        out.writeVarInt(fields.size());
        for (Field field : fields) {
            out.writeString(field.name());
            out.writeBoolean(field.nullable());
            field.schema().writeNested(out);
        }
        out.writeVarInt(constants.size());
        for (String constant : constants) {
            out.writeString(constant);
        }
    }

    /**
     * Reads a schema.
     *
     * @throws CorruptDataException if the bytes are not those of a schema, or of a version that is not known here
     */
    public static SerializerSnapshot readFrom(BinaryReader in) {
        int begin = in.position();
        int version = in.readByte();
        if (version != VERSION) {
            throw new CorruptDataException(begin, "a schema of version " + version + "; " + VERSION + " is known");
        }
        return readNested(in, 0);
    }

    private static SerializerSnapshot readNested(BinaryReader in, int depth) {
        if (depth > MAX_DEPTH) {
            throw new CorruptDataException(in.position(), "schemas are nested more than " + MAX_DEPTH + " deep");
        }
        Kind kind = readKind(in);
        String typeName = in.readString();
        int fieldCount = in.readCount(1, "fields");
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < fieldCount; i++) {
            fields.add(new Field(in.readString(), in.readBoolean(), readNested(in, depth + 1)));
        }
        int constantCount = in.readCount(1, "constants");
        List<String> constants = new ArrayList<>();
        for (int i = 0; i < constantCount; i++) {
            constants.add(in.readString());
        }
        return new SerializerSnapshot(kind, typeName, fields, constants);
    }

    private static Kind readKind(BinaryReader in) {
        int begin = in.position();
        String name = in.readString();
        try {
            return Kind.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new CorruptDataException(begin, "no schema is of kind " + name, e);
        }
    }
}
