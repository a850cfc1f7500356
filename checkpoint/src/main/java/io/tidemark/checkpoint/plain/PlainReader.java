package io.tidemark.checkpoint.plain;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SerializerSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads values by their schema. What comes out:
 *
 * <ul>
 *   <li>a basic type: itself; an array of primitives a {@code List}, {@code byte[]} itself;
 *   <li>an enum: a {@link Constant};
 *   <li>a tuple, record or POJO: a {@link Structure};
 *   <li>a list, set or array: a {@code List}; a map: a {@code Map} in the order in which it was written;
 *   <li>an optional: an {@code Optional}; a null: null;
 *   <li>what a serializer of last resort or one of the job's own wrote: an {@link Opaque}.
 * </ul>
 */
public final class PlainReader {
    private final SerializerSnapshot schema;
    private BinaryReader in;
    /** A value was met of which nobody knows where it ends; it and what comes after it are the rest of the bytes. */
    private boolean isLost;

    private PlainReader(SerializerSnapshot schema) {
        this.schema = schema;
    }

    /** A reader of values of a schema. */
    public static PlainReader of(SerializerSnapshot schema) {
        return new PlainReader(schema);
    }

    /** The Java names of the types that every release knows. */
    public static Set<String> basicTypes() {
        return Set.copyOf(BasicValues.names());
    }

    /**
     * Reads one value.
     *
     * @param from where the value is; when its end cannot be known, everything to the end of the bytes is taken to be its
     * @throws CorruptDataException when the bytes are not those of a value
     */
    public Object read(BinaryReader from) {
        in = from;
        isLost = false;
        return read(schema);
    }

    /**
     * Reads one value that is all there is.
     *
     * @throws CorruptDataException when the bytes are not those of one value
     */
    public Object read(byte[] bytes) {
        BinaryReader from = new BinaryReader(bytes);
        Object value = read(from);
        if (from.remaining() > 0) {
            throw new CorruptDataException(
                    from.position(), "behind a " + schema.typeName() + " are " + from.remaining() + " bytes more");
        }
        return value;
    }

    private Object read(SerializerSnapshot type) {
        if (isLost) {
            return new Opaque(type.typeName(), null);
        }
        return switch (type.kind()) {
            case BASIC -> BasicValues.isKnown(type.typeName()) ? BasicValues.read(type.typeName(), in) : rest(type);
            case ENUM -> readConstant(type);
            case TUPLE, RECORD, POJO -> readStructure(type);
            case SEALED -> readCase(type);
            case LIST, SET, ARRAY -> readElements(type.fields().get(0).schema());
            case MAP ->
                readMap(type.fields().get(0).schema(), type.fields().get(1).schema());
            case OPTIONAL ->
                Optional.ofNullable(readNullable(type.fields().get(0).schema()));
            case NULLABLE -> readNullable(type.fields().get(0).schema());
            case GENERIC -> new Opaque(type.typeName(), readBytes(in.readCount(1, "bytes of a generic value")));
            case CUSTOM -> rest(type);
        };
    }

    private Opaque rest(SerializerSnapshot type) {
        isLost = true;
        return new Opaque(type.typeName(), readBytes(in.remaining()));
    }

    private byte[] readBytes(int length) {
        byte[] bytes = new byte[length];
        in.readBytes(bytes, 0, length);
        return bytes;
    }

    private Constant readConstant(SerializerSnapshot type) {
        int begin = in.position();
        int number = in.readVarInt();
        if (number < 0 || number >= type.constants().size()) {
            throw new CorruptDataException(
                    begin,
                    type.typeName() + " has " + type.constants().size() + " constants, none of number " + number);
        }
        return new Constant(type.typeName(), type.constants().get(number));
    }

    private Object readCase(SerializerSnapshot type) {
        int begin = in.position();
        int number = in.readVarInt();
        if (number < 0 || number >= type.fields().size()) {
            throw new CorruptDataException(
                    begin, type.typeName() + " has " + type.fields().size() + " cases, none of number " + number);
        }
        return read(type.fields().get(number).schema());
    }

    private Structure readStructure(SerializerSnapshot type) {
        if (type.fields().isEmpty()) {
            in.readByte();
        }
        Map<String, Object> values = new LinkedHashMap<>();
        int nullables = 0;
        int nulls = 0;
        for (SerializerSnapshot.Field field : type.fields()) {
            boolean isNull = false;
            if (field.nullable() && !isLost) {
                int bit = nullables++ & 7;
                nulls = bit == 0 ? in.readByte() : nulls;
                isNull = (nulls & 1 << bit) != 0;
            }
            values.put(field.name(), isNull ? null : read(field.schema()));
        }
        return new Structure(type.typeName(), type.kind() == SerializerSnapshot.Kind.TUPLE, values);
    }

    private Object readNullable(SerializerSnapshot present) {
        return in.readBoolean() ? read(present) : null;
    }

    private List<Object> readElements(SerializerSnapshot element) {
        int begin = in.position();
        long header = in.readVarLong();
        long count = header >>> 1;
        if (count > in.remaining()) {
            throw new CorruptDataException(
                    begin, count + " elements cannot follow: " + in.remaining() + " bytes remain");
        }
        boolean haveFlags = (header & 1) != 0;
        List<Object> elements = new ArrayList<>((int) count);
        for (long i = 0; i < count; i++) {
            elements.add(haveFlags && !isLost ? readNullable(element) : read(element));
        }
        return Collections.unmodifiableList(elements);
    }

    private Map<Object, Object> readMap(SerializerSnapshot key, SerializerSnapshot value) {
        int begin = in.position();
        List<Object> keys = readElements(key);
        List<Object> values =
                isLost ? Collections.nCopies(keys.size(), new Opaque(value.typeName(), null)) : readElements(value);
        if (keys.size() != values.size()) {
            throw new CorruptDataException(
                    begin, "a map holds " + keys.size() + " keys and " + values.size() + " values");
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), values.get(i));
        }
        return Collections.unmodifiableMap(map);
    }
}
