package io.tidemark.api.type;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What the bytes of a serializer look like, as data that outlives its class: it is stored with state, and compared with
 * the schema of the serializer that a later version of a job brings.
 *
 * @param kind how the bytes are laid out
 * @param typeName the Java name of the type
 * @param fields parts in the order in which they are written
 * @param constants an enum's constants in the order of their numbers; of kind CUSTOM what the serializer has to say of its
 *     bytes to a later version of itself; empty for other kinds
 * @param formerTypeNames what the type was called in earlier versions of the job, as {@link RenamedFrom} says
 * @param formerNames the present names of fields or constants, by those they had in earlier versions
 */
public record SerializerSnapshot(
        Kind kind,
        String typeName,
        List<Field> fields,
        List<String> constants,
        List<String> formerTypeNames,
        Map<String, String> formerNames) {
    /** Version 1 held no former names. */
    private static final int VERSION = 2;

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
        /** The number of the case, and the value as one of that case; a field is a case, named by its class. */
        SEALED,
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
        formerTypeNames = List.copyOf(formerTypeNames);
        formerNames = Collections.unmodifiableMap(new TreeMap<>(formerNames));
    }

    /** A schema of a type that never had other names. */
    public SerializerSnapshot(Kind kind, String typeName, List<Field> fields, List<String> constants) {
        this(kind, typeName, fields, constants, List.of(), Map.of());
    }

    /** A schema without parts. */
    public static SerializerSnapshot of(Kind kind, String typeName) {
        return new SerializerSnapshot(kind, typeName, List.of(), List.of());
    }

    /** This schema and one part more. */
    public SerializerSnapshot withField(String name, boolean nullable, SerializerSnapshot schema) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, nullable, schema));
        return new SerializerSnapshot(kind, typeName, more, constants, formerTypeNames, formerNames);
    }

    /** This schema, with the names that the type, its fields or its constants had. */
    SerializerSnapshot withFormerNames(List<String> ofType, Map<String, String> ofParts) {
        return new SerializerSnapshot(kind, typeName, fields, constants, ofType, ofParts);
    }

    /**
     * What a stored field or constant is called now.
     *
     * @param isStored whether a name is one of the stored ones: a part that was renamed takes none that went by its own
     */
    String presentName(String storedName, Predicate<String> isStored) {
        String renamed = formerNames.get(storedName);
        return renamed == null || isStored.test(renamed) ? storedName : renamed;
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
        out.writeVarInt(formerTypeNames.size());
        for (String name : formerTypeNames) {
            out.writeString(name);
        }
        out.writeVarInt(formerNames.size());
        formerNames.forEach((former, present) -> {
            out.writeString(former);
            out.writeString(present);
        });
    }

    /**
     * Reads a schema.
     *
     * @throws CorruptDataException if the bytes are not those of a schema, or of a version that is not known here
     */
    public static SerializerSnapshot readFrom(BinaryReader in) {
        int begin = in.position();
        int version = in.readByte();
        if (version < 1 || version > VERSION) {
            throw new CorruptDataException(begin, "a schema of version " + version + "; " + VERSION + " is known");
        }
        return readNested(in, version, 0);
    }

    private static SerializerSnapshot readNested(BinaryReader in, int version, int depth) {
        if (depth > MAX_DEPTH) {
            throw new CorruptDataException(in.position(), "schemas are nested more than " + MAX_DEPTH + " deep");
        }
        Kind kind = readKind(in);
        String typeName = in.readString();
        int fieldCount = in.readCount(1, "fields");
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < fieldCount; i++) {
            fields.add(new Field(in.readString(), in.readBoolean(), readNested(in, version, depth + 1)));
        }
        int constantCount = in.readCount(1, "constants");
        List<String> constants = new ArrayList<>();
        for (int i = 0; i < constantCount; i++) {
            constants.add(in.readString());
        }
        List<String> formerTypeNames = new ArrayList<>();
        Map<String, String> formerNames = new TreeMap<>();
        if (version > 1) {
            for (int i = in.readCount(1, "former names"); i > 0; i--) {
                formerTypeNames.add(in.readString());
            }
            for (int i = in.readCount(2, "former names"); i > 0; i--) {
                formerNames.put(in.readString(), in.readString());
            }
        }
        return new SerializerSnapshot(kind, typeName, fields, constants, formerTypeNames, formerNames);
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
