package io.tidemark.type.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import io.tidemark.api.type.SerializerSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the schemas of messages say, and which fit each other. A schema lists the fields of the message and of all that it
 * holds, a line each: {@code message number type label}. Fields are known by their numbers; names do not matter. A label is
 * {@code repeated}, {@code required}, or {@code oneof} and the number of the group.
 */
final class ProtobufRules {
    private static final String PREFIX = "protobuf:";

    /** By type those that read all its values without loss. */
    private static final Map<String, Set<String>> WIDER = Map.of(
            "bool", Set.of("int32", "uint32", "int64", "uint64"),
            "enum", Set.of("int32", "int64"),
            "int32", Set.of("int64"),
            "uint32", Set.of("int64", "uint64"),
            "sint32", Set.of("sint64"),
            "string", Set.of("bytes"));

    private ProtobufRules() {}

    /**
     * A field of a message.
     *
     * @param type the full name for a message
     * @param label empty for none
     */
    private record Field(String message, int number, String type, boolean isMessage, String label) {
        static final String REPEATED = "repeated";
        static final String REQUIRED = "required";
        static final String ONEOF = "oneof ";

        boolean isRepeated() {
            return label.equals(REPEATED);
        }

        boolean isRequired() {
            return label.equals(REQUIRED);
        }

        /** Whether it is one of several fields of which a message has one at most. */
        boolean isOneOf() {
            return label.startsWith(ONEOF);
        }

        String line() {
            return message + " " + number + " " + (isMessage ? "." : "") + type + (label.isEmpty() ? "" : " " + label);
        }

        static Field of(String line) {
            String[] words = line.split(" ", 4);
            boolean isMessage = words[2].startsWith(".");
            return new Field(
                    words[0],
                    Integer.parseInt(words[1]),
                    isMessage ? words[2].substring(1) : words[2],
                    isMessage,
                    words.length > 3 ? words[3] : "");
        }
    }

    static SerializerSnapshot snapshotOf(Descriptor message) {
        Map<String, Descriptor> found = new LinkedHashMap<>();
        collect(message, found);
        List<String> lines = new ArrayList<>();
        for (Descriptor one : found.values()) {
            one.getFields().stream()
                    .map(field -> new Field(
                                    one.getFullName(),
                                    field.getNumber(),
                                    typeOf(field),
                                    field.getJavaType() == FieldDescriptor.JavaType.MESSAGE,
                                    labelOf(field))
                            .line())
                    .forEach(lines::add);
        }
        return new SerializerSnapshot(SerializerSnapshot.Kind.CUSTOM, PREFIX + message.getFullName(), List.of(), lines);
    }

    private static String labelOf(FieldDescriptor field) {
        if (field.isRepeated()) {
            return Field.REPEATED;
        }
        if (field.isRequired()) {
            return Field.REQUIRED;
        }
        OneofDescriptor group = field.getRealContainingOneof();
        return group == null ? "" : Field.ONEOF + group.getIndex();
    }

    private static void collect(Descriptor message, Map<String, Descriptor> found) {
        if (found.putIfAbsent(message.getFullName(), message) == null) {
            for (FieldDescriptor field : message.getFields()) {
                if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                    collect(field.getMessageType(), found);
                }
            }
        }
    }

    private static String typeOf(FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                ? field.getMessageType().getFullName()
                : field.getType().name().toLowerCase(Locale.ROOT);
    }

    /** Whether messages that were stored with one schema can be read as another one. */
    static boolean fits(SerializerSnapshot stored, SerializerSnapshot declared) {
        if (stored.kind() != SerializerSnapshot.Kind.CUSTOM
                || !stored.typeName().startsWith(PREFIX)) {
            return false;
        }
        return stored.typeName().equals(declared.typeName())
                && fits(
                        stored.typeName().substring(PREFIX.length()),
                        fields(stored),
                        declared.typeName().substring(PREFIX.length()),
                        fields(declared),
                        new HashMap<>());
    }

    private static Map<String, Map<Integer, Field>> fields(SerializerSnapshot schema) {
        Map<String, Map<Integer, Field>> byMessage = new HashMap<>();
        for (String line : schema.constants()) {
            Field field = Field.of(line);
            byMessage
                    .computeIfAbsent(field.message(), missing -> new HashMap<>())
                    .put(field.number(), field);
        }
        return byMessage;
    }

    /** A field that one of the two does not have fits: what is not known is kept, what is missing has its default. */
    private static boolean fits(
            String storedMessage,
            Map<String, Map<Integer, Field>> stored,
            String declaredMessage,
            Map<String, Map<Integer, Field>> declared,
            Map<String, String> compared) {
        if (declaredMessage.equals(compared.put(storedMessage, declaredMessage))) {
            return true;
        }
        Map<Integer, Field> earlier = stored.getOrDefault(storedMessage, Map.of());
        Map<Integer, Field> later = declared.getOrDefault(declaredMessage, Map.of());
        if (!hasAllRequired(earlier, later) || !keepsApart(earlier, later)) {
            return false;
        }
        for (Field field : earlier.values()) {
            Field now = later.get(field.number());
            if (now == null) {
                continue;
            }
            if (field.isMessage() != now.isMessage() || field.isRepeated() != now.isRepeated()) {
                return false;
            }
            boolean same = field.isMessage()
                    ? fits(field.type(), stored, now.type(), declared, compared)
                    : keepsAll(field.type(), now.type());
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** A message without a field that it must have is not read at all. */
    private static boolean hasAllRequired(Map<Integer, Field> earlier, Map<Integer, Field> later) {
        return later.values().stream()
                .filter(Field::isRequired)
                .allMatch(now -> earlier.containsKey(now.number())
                        && earlier.get(now.number()).isRequired());
    }

    /** Of the fields of a oneof the last one is kept, so that those which could be there together have to stay apart. */
    private static boolean keepsApart(Map<Integer, Field> earlier, Map<Integer, Field> later) {
        Map<String, Set<String>> groups = new HashMap<>();
        for (Field field : earlier.values()) {
            Field now = later.get(field.number());
            if (now != null && now.isOneOf()) {
                String group = field.isOneOf() ? field.label() : "field " + field.number();
                groups.computeIfAbsent(now.label(), missing -> new HashSet<>()).add(group);
            }
        }
        return groups.values().stream().allMatch(from -> from.size() == 1);
    }

    private static boolean keepsAll(String stored, String declared) {
        return stored.equals(declared) || WIDER.getOrDefault(stored, Set.of()).contains(declared);
    }
}
