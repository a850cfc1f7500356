package io.tidemark.api.type;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How stored bytes become values of the declared type: what a comparison found, as data. */
interface ReadPlan {
    /** Makes a reader with a serializer of the declared schema. */
    ValueReader<?> reader(TypeSerializer<?> declared);

    /** Whether bytes and hashes are what they were, so that nothing has to be written anew. */
    default boolean isAsItWas() {
        return false;
    }

    /** Nothing has changed. */
    record AsItWas() implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            return declared::deserialize;
        }

        @Override
        public boolean isAsItWas() {
            return true;
        }
    }

    /** A number, or an array of numbers, of a wider type. */
    record Widened(Widening widening) implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            return widening.reader();
        }
    }

    /**
     * A constant, found by name.
     *
     * @param numbers the present number of each stored one
     */
    record Constant(int[] numbers) implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            EnumSerializer<?> serializer = (EnumSerializer<?>) declared;
            return in -> serializer.constant(storedNumber(in));
        }

        private int storedNumber(BinaryReader in) {
            int begin = in.position();
            int stored = in.readVarInt();
            if (stored < 0 || stored >= numbers.length) {
                throw new CorruptDataException(begin, "no constant of number " + stored + " was stored");
            }
            return numbers[stored];
        }
    }

    /**
     * A case of a sealed type, found by name.
     *
     * @param numbers the present number of each stored one
     * @param plans how each is read
     */
    record Case(int[] numbers, List<ReadPlan> plans) implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            List<ValueReader<?>> readers = new ArrayList<>();
            for (int i = 0; i < numbers.length; i++) {
                readers.add(plans.get(i).reader(((CompositeSerializer) declared).part(numbers[i])));
            }
            String typeName = declared.schema().typeName();
            return in -> readers.get(SealedSerializer.readCase(in, typeName, readers.size()))
                    .read(in);
        }
    }

    /**
     * One stored field of a structure.
     *
     * @param target the place of the declared field; -1 when there is none any more
     * @param plan how it is read; null when there is no declared field
     */
    record StoredField(SerializerSnapshot.Field stored, int target, ReadPlan plan) {}

    /** A structure, whose fields go to declared ones. */
    record Struct(List<StoredField> fields) implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            return new StructReader<>((StructSerializer<?>) declared, fields);
        }
    }

    /** A list, a set, an array or an optional. */
    record Content(SerializerSnapshot.Kind kind, ReadPlan element) implements ReadPlan {
        @Override
        @SuppressWarnings("unchecked")
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            TypeSerializer<?> part = ((CompositeSerializer) declared).part(0);
            ValueReader<Object> reader = (ValueReader<Object>) element.reader(part);
            return switch (kind) {
                case LIST -> in -> elements(in, reader);
                case SET -> in -> set(in, reader);
                case ARRAY -> {
                    ObjectArraySerializer<?> array = (ObjectArraySerializer<?>) declared;
                    yield in -> {
                        List<Object> elements = elements(in, reader);
                        return elements.toArray(array.newArray(elements.size()));
                    };
                }
                case OPTIONAL -> in -> in.readBoolean() ? Optional.ofNullable(reader.read(in)) : Optional.empty();
                case NULLABLE -> in -> in.readBoolean() ? reader.read(in) : null;
                default -> throw new AssertionError(kind);
            };
        }

        private static Set<Object> set(BinaryReader in, ValueReader<Object> reader) {
            int begin = in.position();
            List<Object> elements = elements(in, reader);
            Set<Object> set = new LinkedHashSet<>(elements);
            if (set.size() != elements.size()) {
                throw new CorruptDataException(begin, "a set holds an element twice");
            }
            return set;
        }
    }

    /** A map. */
    record Pairs(ReadPlan key, ReadPlan value) implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            ValueReader<?> keyReader = key.reader(((CompositeSerializer) declared).part(0));
            ValueReader<?> valueReader = value.reader(((CompositeSerializer) declared).part(1));
            return in -> read(in, keyReader, valueReader);
        }

        private static Map<Object, Object> read(BinaryReader in, ValueReader<?> keyReader, ValueReader<?> valueReader) {
            int begin = in.position();
            List<Object> keys = elements(in, keyReader);
            List<Object> values = elements(in, valueReader);
            if (keys.size() != values.size()) {
                throw new CorruptDataException(
                        begin, "a map holds " + keys.size() + " keys and " + values.size() + " values");
            }
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                map.put(keys.get(i), values.get(i));
            }
            if (map.size() != keys.size()) {
                throw new CorruptDataException(begin, "a map holds a key twice");
            }
            return map;
        }
    }

    /** A value that could not be null when it was stored, and now can. */
    record NowNullable(ReadPlan present) implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            return present.reader(((CompositeSerializer) declared).part(0));
        }
    }

    /** A serializer from outside of Tidemark reads what another one wrote. */
    record ByItsOwn(SerializerSnapshot stored) implements ReadPlan {
        @Override
        public ValueReader<?> reader(TypeSerializer<?> declared) {
            return declared.readerOf(stored);
        }
    }

    /** What {@link ElementSequence} wrote. */
    private static List<Object> elements(BinaryReader in, ValueReader<?> reader) {
        int begin = in.position();
        long header = in.readVarLong();
        in.checkCount(begin, header >>> 1, 1, "elements");
        int count = ElementSequence.count(header);
        boolean hasNull = (header & 1) != 0;
        List<Object> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(hasNull && !in.readBoolean() ? null : reader.read(in));
        }
        return elements;
    }
}
