package io.tidemark.checkpoint.plain;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Writes what people wrote as a value of a schema. A text is a basic value or a constant of an enum; a list is a tuple, a
 * record or a list, its elements in order; a map is one by the names of its fields; null is null.
 */
public final class PlainWriter {
    private final BinaryWriter out = new BinaryWriter(64);

    private PlainWriter() {}

    /**
     * The bytes of a value.
     *
     * @param value texts, lists of such, maps of such by name, or null
     * @throws IllegalArgumentException when the text does not fit the schema; the message says what is expected
     */
    public static byte[] write(SerializerSnapshot schema, Object value) {
        PlainWriter writer = new PlainWriter();
        writer.put(schema, value);
        return writer.out.toByteArray();
    }

    private void put(SerializerSnapshot type, Object value) {
        switch (type.kind()) {
            case BASIC -> BasicTexts.write(type.typeName(), text(type, value), out);
            case ENUM -> putConstant(type, text(type, value));
            case TUPLE, RECORD, POJO -> putStructure(type, value);
            case NULLABLE, OPTIONAL -> putNullable(type.fields().get(0).schema(), value);
            case LIST, ARRAY -> putElements(type.fields().get(0).schema(), elements(type, value));
            default ->
                throw new IllegalArgumentException(
                        "a " + SchemaLine.of(type) + " cannot be written as text: nobody but the job can make one");
        }
    }

    private static String text(SerializerSnapshot type, Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException((value == null ? "null" : "a list") + " is no " + SchemaLine.of(type));
    }

    private void putConstant(SerializerSnapshot type, String name) {
        int number = type.constants().indexOf(name);
        if (number < 0) {
            number = type.constants().indexOf(name.toUpperCase(Locale.ROOT));
        }
        if (number < 0) {
            throw new IllegalArgumentException("\"" + name + "\" is no " + SchemaLine.of(type) + ", expected one of "
                    + String.join(", ", type.constants()));
        }
        out.writeVarInt(number);
    }

    private void putStructure(SerializerSnapshot type, Object value) {
        List<Object> values = fields(type, value);
        if (values.isEmpty()) {
            out.writeByte(0);
        }
        List<Boolean> nulls = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (type.fields().get(i).nullable()) {
                nulls.add(values.get(i) == null);
            }
        }
        int nullables = 0;
        for (int i = 0; i < values.size(); i++) {
            boolean nullable = type.fields().get(i).nullable();
            if (nullable && (nullables & 7) == 0) {
                out.writeByte(bits(nulls, nullables));
            }
            nullables += nullable ? 1 : 0;
            if (!nullable || values.get(i) != null) {
                put(type.fields().get(i).schema(), values.get(i));
            }
        }
    }

    /** Eight flags, the first in the lowest bit. */
    private static int bits(List<Boolean> flags, int from) {
        int bits = 0;
        for (int i = from; i < Math.min(flags.size(), from + 8); i++) {
            bits |= flags.get(i) ? 1 << (i - from) : 0;
        }
        return bits;
    }

    private static List<Object> fields(SerializerSnapshot type, Object value) {
        List<String> names =
                type.fields().stream().map(SerializerSnapshot.Field::name).toList();
        if (value instanceof Map<?, ?> map && names.containsAll(map.keySet()) && map.size() == names.size()) {
            List<Object> values = new ArrayList<>();
            names.forEach(name -> values.add(map.get(name)));
            return values;
        }
        if (value instanceof List<?> list && list.size() == names.size()) {
            return new ArrayList<>(list);
        }
        throw new IllegalArgumentException("it is no " + SchemaLine.of(type) + ", expected values of "
                + String.join(", ", names) + ", such as [" + String.join(",", names) + "]");
    }

    private void putNullable(SerializerSnapshot present, Object value) {
        out.writeBoolean(value != null);
        if (value != null) {
            put(present, value);
        }
    }

    private static List<?> elements(SerializerSnapshot type, Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("it is no " + SchemaLine.of(type) + ", expected a list such as [1,2]");
    }

    private void putElements(SerializerSnapshot element, List<?> elements) {
        boolean haveNulls = elements.stream().anyMatch(Objects::isNull);
        out.writeVarLong((long) elements.size() << 1 | (haveNulls ? 1 : 0));
        for (Object one : elements) {
            if (haveNulls) {
                putNullable(element, one);
            } else {
                put(element, one);
            }
        }
    }
}
