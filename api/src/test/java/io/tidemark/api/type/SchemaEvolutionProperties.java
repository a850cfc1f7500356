package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.type.SchemaComparison.Verdict;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random classes and random changes of them, compiled twice under one name. What the old version wrote the new one reads as
 * a plain conversion of the values field by field says; a change that cannot be read is always found.
 */
class SchemaEvolutionProperties {
    private static final List<String> NUMBERS = List.of("byte", "short", "int", "long", "float", "double");
    private static final List<String> BOXES = List.of("Byte", "Short", "Integer", "Long", "Float", "Double");
    private static final Map<String, List<String>> WIDER = Map.of(
            "byte", List.of("short", "int", "long", "float", "double"),
            "short", List.of("int", "long", "float", "double"),
            "int", List.of("long", "double"),
            "float", List.of("double"));

    // ------------------------------------------------------------------------------------ a model of types and values
    // Values: a structure is a map by field name, a constant its name, an array a list, an optional an Optional, the
    // rest
    // what it is in Java.

    private interface Model {
        String source();
    }

    private record Scalar(String source) implements Model {}

    private record Constants(String name, String formerName, Map<String, String> constants) implements Model {
        @Override
        public String source() {
            return name;
        }
    }

    private record Holder(String kind, Model content) implements Model {
        @Override
        public String source() {
            return switch (kind) {
                case "array" -> content.source() + "[]";
                case "map" -> "Map<String, " + content.source() + ">";
                default -> kind + "<" + content.source() + ">";
            };
        }
    }

    private record Part(String name, String formerName, Model type) {}

    private record Struct(String name, String formerName, boolean isRecord, List<Part> parts) implements Model {
        @Override
        public String source() {
            return name;
        }
    }

    /** A changed type, and what becomes of a value. */
    private record Change(Model type, UnaryOperator<Object> convert) {
        static Change none(Model type) {
            return new Change(type, value -> value);
        }
    }

    // ------------------------------------------------------------------------------------ source

    private static String source(Model root) {
        Map<String, String> classes = new TreeMap<>();
        declare(root, classes);
        return "package job;\nimport io.tidemark.api.type.RenamedFrom;\nimport java.util.*;\npublic class Versions {\n"
                + String.join("\n", classes.values()) + "\n}\n";
    }

    private static void declare(Model type, Map<String, String> classes) {
        if (type instanceof Holder holder) {
            declare(holder.content, classes);
        } else if (type instanceof Constants constants) {
            List<String> names = new ArrayList<>();
            constants.constants.forEach((name, former) -> names.add(renamed(former) + name));
            classes.put(
                    constants.name,
                    renamedClass(constants.formerName) + "public enum " + constants.name + " { "
                            + String.join(", ", names) + " }");
        } else if (type instanceof Struct struct) {
            List<String> parts = new ArrayList<>();
            for (Part part : struct.parts) {
                declare(part.type, classes);
                String text = renamed(part.formerName) + (struct.isRecord ? "" : "public ") + part.type.source() + " "
                        + part.name;
                parts.add(text);
            }
            String head = renamedClass(struct.formerName);
            classes.put(
                    struct.name,
                    struct.isRecord
                            ? head + "public record " + struct.name + "(" + String.join(", ", parts) + ") {}"
                            : head + "public static class " + struct.name + " { " + String.join("; ", parts) + "; }");
        }
    }

    private static String renamed(String former) {
        return former == null ? "" : "@RenamedFrom(\"" + former + "\") ";
    }

    private static String renamedClass(String former) {
        return former == null ? "" : renamed("job.Versions$" + former);
    }

    // ------------------------------------------------------------------------------------ random types and changes

    private static final class Randomly {
        private final Random random;
        private int names;

        Randomly(Random random) {
            this.random = random;
        }

        String name(String prefix) {
            return prefix + (char) ('a' + random.nextInt(26)) + names++; // so that POJOs order their fields anew
        }

        boolean oneIn(int n) {
            return random.nextInt(n) == 0;
        }

        <E> E any(List<E> list) {
            return list.get(random.nextInt(list.size()));
        }

        Struct struct(int depth) {
            List<Part> parts = new ArrayList<>();
            for (int i = random.nextInt(depth > 1 ? 12 : 4); i >= 0; i--) {
                parts.add(new Part(name("f"), null, type(depth - 1, true)));
            }
            return new Struct(name("S"), null, random.nextBoolean(), parts);
        }

        Model type(int depth, boolean primitiveToo) {
            int choice = random.nextInt(depth > 0 ? 10 : 4);
            return switch (choice) {
                case 0 -> new Scalar("String");
                case 1, 2 -> new Scalar(any(primitiveToo && random.nextBoolean() ? NUMBERS : BOXES));
                case 3 -> new Scalar(primitiveToo && oneIn(2) ? "boolean" : "Boolean");
                case 4 -> constants();
                case 5 -> new Holder(any(List.of("List", "Optional", "map")), type(depth - 1, false));
                case 6 -> new Holder("array", new Scalar(any(NUMBERS)));
                case 7 -> new Holder("array", type(0, false));
                default -> struct(depth - 1);
            };
        }

        private Constants constants() {
            Map<String, String> constants = new LinkedHashMap<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                constants.put(name("C"), null);
            }
            return new Constants(name("E"), null, constants);
        }

        Object value(Model type) {
            if (type instanceof Scalar scalar) {
                return scalar(scalar.source);
            }
            if (type instanceof Constants constants) {
                return any(List.copyOf(constants.constants.keySet()));
            }
            if (type instanceof Holder holder) {
                return holder(holder);
            }
            Map<String, Object> fields = new TreeMap<>();
            for (Part part : ((Struct) type).parts) {
                boolean isNull = oneIn(4) && !isPrimitive(part.type);
                fields.put(part.name, isNull ? null : value(part.type));
            }
            return fields;
        }

        private Object holder(Holder holder) {
            if (holder.kind.equals("Optional")) {
                return oneIn(3) ? Optional.empty() : Optional.of(value(holder.content));
            }
            List<Object> elements = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                boolean isNull = oneIn(5) && !isPrimitive(holder.content);
                elements.add(isNull ? null : value(holder.content));
            }
            if (!holder.kind.equals("map")) {
                return elements;
            }
            Map<String, Object> map = new TreeMap<>();
            elements.forEach(element -> map.put(name("k"), element));
            return map;
        }

        private Object scalar(String source) {
            return switch (source) {
                case "byte", "Byte" -> (byte) random.nextInt();
                case "short", "Short" -> (short) random.nextInt();
                case "int", "Integer" -> random.nextInt();
                case "long", "Long" -> random.nextLong();
                case "float", "Float" -> random.nextFloat();
                case "double", "Double" -> random.nextDouble();
                case "boolean", "Boolean" -> random.nextBoolean();
                default -> name("text");
            };
        }

        /** A change that can be read. */
        Change evolve(Model type) {
            if (type instanceof Scalar scalar) {
                return evolveScalar(scalar);
            }
            if (type instanceof Constants constants) {
                return evolveConstants(constants);
            }
            if (type instanceof Holder holder) {
                boolean primitives = holder.kind.equals("array") && isPrimitive(holder.content);
                Change content = evolve(holder.content);
                if (primitives && !isPrimitive(content.type)) {
                    return Change.none(type);
                }
                return new Change(new Holder(holder.kind, content.type), value -> inside(value, content.convert));
            }
            return evolveStruct((Struct) type);
        }

        private Change evolveScalar(Scalar scalar) {
            int at = BOXES.indexOf(scalar.source);
            String primitive = at < 0 ? scalar.source : NUMBERS.get(at);
            List<String> wider = WIDER.getOrDefault(primitive, List.of());
            if (NUMBERS.contains(primitive) && oneIn(3)) {
                String to = wider.isEmpty() || oneIn(4) ? primitive : any(wider);
                boolean boxed = at >= 0 || oneIn(3);
                String text = boxed ? BOXES.get(NUMBERS.indexOf(to)) : to;
                return new Change(new Scalar(text), value -> number(value, to));
            }
            return Change.none(scalar);
        }

        private Change evolveConstants(Constants old) {
            Map<String, String> now = new LinkedHashMap<>();
            Map<String, String> names = new TreeMap<>();
            List<String> order = new ArrayList<>(old.constants.keySet());
            Collections.shuffle(order, random);
            for (String constant : order) {
                boolean renamed = oneIn(3);
                String name = renamed ? name("C") : constant;
                now.put(name, renamed ? constant : null);
                names.put(constant, name);
                if (oneIn(3)) {
                    now.put(name("C"), null);
                }
            }
            boolean renamed = oneIn(3);
            return new Change(
                    new Constants(renamed ? name("E") : old.name, renamed ? old.name : null, now), names::get);
        }

        private Change evolveStruct(Struct old) {
            List<Part> parts = new ArrayList<>();
            Map<String, String> names = new TreeMap<>();
            Map<String, UnaryOperator<Object>> converts = new TreeMap<>();
            Map<String, Object> added = new TreeMap<>();
            for (Part part : old.parts) {
                if (oneIn(6)) {
                    continue;
                }
                Change change = evolve(part.type);
                boolean renamed = oneIn(4);
                String name = renamed ? name("f") : part.name;
                parts.add(new Part(name, renamed ? part.name : null, change.type));
                names.put(part.name, name);
                converts.put(part.name, change.convert);
            }
            while (oneIn(2)) {
                Part part = new Part(name("f"), null, type(1, true));
                parts.add(part);
                added.put(part.name, isPrimitive(part.type) ? zero(((Scalar) part.type).source) : null);
            }
            Collections.shuffle(parts, random);
            boolean renamed = oneIn(4);
            Struct now = new Struct(
                    renamed ? name("S") : old.name,
                    renamed ? old.name : null,
                    oneIn(4) ? !old.isRecord : old.isRecord,
                    parts);
            return new Change(now, value -> {
                Map<String, Object> fields = new TreeMap<>(added);
                ((Map<?, ?>) value).forEach((name, field) -> {
                    if (names.containsKey(name)) {
                        fields.put(
                                names.get(name),
                                field == null ? null : converts.get(name).apply(field));
                    }
                });
                return fields;
            });
        }

        /** The same type with one field, somewhere, that cannot be read any more; null when there is none that could. */
        Struct breakOne(Struct struct, String[] broken) {
            List<Part> parts = new ArrayList<>(struct.parts);
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                places.add(i);
            }
            Collections.shuffle(places, random);
            for (int place : places) {
                Part part = parts.get(place);
                Model type = misfit(part.type, broken);
                if (type != null) {
                    broken[0] = part.name;
                    parts.set(place, new Part(part.name, null, type));
                    return new Struct(struct.name, null, struct.isRecord, parts);
                }
            }
            return null;
        }

        private Model misfit(Model type, String[] broken) {
            if (type instanceof Struct struct) {
                if (oneIn(4)) {
                    return new Struct(name("S"), null, struct.isRecord, struct.parts); // another class
                }
                return breakOne(struct, broken);
            }
            if (type instanceof Constants constants) {
                Map<String, String> fewer = new LinkedHashMap<>(constants.constants);
                fewer.remove(fewer.keySet().iterator().next());
                fewer.put(name("C"), null);
                return new Constants(constants.name, null, fewer);
            }
            if (type instanceof Holder holder) {
                if (oneIn(3)) {
                    return new Scalar("String");
                }
                if (holder.kind.equals("array") && isPrimitive(holder.content)) {
                    return new Holder("List", new Scalar(BOXES.get(NUMBERS.indexOf(holder.content.source()))));
                }
                Model content = misfit(holder.content, broken);
                return content == null || isPrimitive(content) ? null : new Holder(holder.kind, content);
            }
            return switch (type.source()) {
                case "String" -> new Scalar(any(BOXES));
                case "byte", "Byte" -> new Scalar("Boolean");
                case "short", "Short" -> new Scalar("Byte");
                case "int", "Integer" -> new Scalar(any(List.of("Short", "Float", "String")));
                case "long", "Long" -> new Scalar(any(List.of("Integer", "Double")));
                case "float", "Float" -> new Scalar("Integer");
                case "double", "Double" -> new Scalar(any(List.of("Float", "Long")));
                default -> new Scalar("String");
            };
        }
    }

    private static boolean isPrimitive(Model type) {
        return type instanceof Scalar scalar && Character.isLowerCase(scalar.source.charAt(0));
    }

    private static Object number(Object value, String type) {
        Number number = (Number) value;
        return switch (type) {
            case "byte" -> number.byteValue();
            case "short" -> number.shortValue();
            case "int" -> number.intValue();
            case "long" -> number.longValue();
            case "float" -> number.floatValue();
            default -> number.doubleValue();
        };
    }

    private static Object zero(String primitive) {
        return primitive.equals("boolean") ? false : number(0, primitive);
    }

    private static Object inside(Object value, UnaryOperator<Object> convert) {
        if (value instanceof Optional<?> optional) {
            return optional.map(convert::apply);
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> converted = new TreeMap<>();
            map.forEach((key, element) -> converted.put(key, element == null ? null : convert.apply(element)));
            return converted;
        }
        List<Object> converted = new ArrayList<>();
        ((List<?>) value).forEach(element -> converted.add(element == null ? null : convert.apply(element)));
        return converted;
    }

    // ------------------------------------------------------------------------------------ values of the compiled
    // classes

    private static Object toObject(Model type, Object value, CompiledClasses classes) throws Exception {
        if (value == null || type instanceof Scalar) {
            return value;
        }
        if (type instanceof Constants constants) {
            return Arrays.stream(classes.inner(constants.name).getEnumConstants())
                    .filter(constant -> ((Enum<?>) constant).name().equals(value))
                    .findFirst()
                    .orElseThrow();
        }
        if (type instanceof Holder holder) {
            if (value instanceof Optional<?> optional) {
                return optional.isEmpty() ? optional : Optional.of(toObject(holder.content, optional.get(), classes));
            }
            if (value instanceof Map<?, ?> map) {
                Map<Object, Object> objects = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    objects.put(entry.getKey(), toObject(holder.content, entry.getValue(), classes));
                }
                return objects;
            }
            List<Object> objects = new ArrayList<>();
            for (Object element : (List<?>) value) {
                objects.add(toObject(holder.content, element, classes));
            }
            return holder.kind.equals("array") ? array(classOf(holder.content, classes), objects) : objects;
        }
        return structObject((Struct) type, (Map<?, ?>) value, classes);
    }

    private static Object structObject(Struct struct, Map<?, ?> fields, CompiledClasses classes) throws Exception {
        Class<?> made = classes.inner(struct.name);
        if (struct.isRecord) {
            List<Object> arguments = new ArrayList<>();
            for (Part part : struct.parts) {
                arguments.add(toObject(part.type, fields.get(part.name), classes));
            }
            Constructor<?> constructor = made.getDeclaredConstructors()[0];
            return constructor.newInstance(arguments.toArray());
        }
        Object bean = made.getConstructor().newInstance();
        for (Part part : struct.parts) {
            made.getField(part.name).set(bean, toObject(part.type, fields.get(part.name), classes));
        }
        return bean;
    }

    private static Class<?> classOf(Model type, CompiledClasses classes) {
        return type instanceof Scalar scalar ? scalarClass(scalar.source) : classes.inner(type.source());
    }

    private static Class<?> scalarClass(String source) {
        TypeInformation<?> boxed = BOXES.contains(source)
                ? Types.basic(primitive(NUMBERS.get(BOXES.indexOf(source))))
                : source.equals("Boolean") ? Types.BOOLEAN : Types.STRING;
        return NUMBERS.contains(source) ? primitive(source) : boxed.typeClass();
    }

    private static Class<?> primitive(String name) {
        return Arrays.stream(PrimitiveKind.values())
                .map(kind -> kind.type)
                .filter(type -> type.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Object array(Class<?> type, List<Object> elements) {
        Object array = Array.newInstance(type, elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, elements.get(i));
        }
        return array;
    }

    private static Object toModel(Object value) throws Exception {
        if (value == null || value instanceof Number || value instanceof Boolean || value instanceof String) {
            return value;
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Optional<?> optional) {
            return optional.isEmpty() ? optional : Optional.of(toModel(optional.get()));
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> models = new TreeMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                models.put(entry.getKey(), toModel(entry.getValue()));
            }
            return models;
        }
        List<Object> elements = new ArrayList<>();
        if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(toModel(Array.get(value, i)));
            }
            return elements;
        }
        if (value instanceof Collection<?> collection) {
            for (Object element : collection) {
                elements.add(toModel(element));
            }
            return elements;
        }
        Map<String, Object> fields = new TreeMap<>();
        for (Field field : value.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            fields.put(field.getName(), toModel(field.get(value)));
        }
        return fields;
    }

    // ------------------------------------------------------------------------------------ the claims

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> serializer(Struct root, CompiledClasses classes) {
        return (TypeSerializer<Object>)
                TypeInformation.of(classes.inner(root.name)).createSerializer();
    }

    @Property(tries = 80)
    void whatTheOldVersionWroteTheNewOneReadsFieldByField(@ForAll long seed) throws Exception {
        Randomly randomly = new Randomly(new Random(seed));
        Struct old = randomly.struct(3);
        Change change = randomly.evolve(old);
        CompiledClasses before = CompiledClasses.of(source(old));
        CompiledClasses after = CompiledClasses.of(source(change.type));
        TypeSerializer<Object> writer = serializer(old, before);
        TypeSerializer<Object> declared = serializer((Struct) change.type, after);
        SchemaComparison comparison = SchemaComparison.of(writer.schema(), declared);
        assertThat(comparison.misfits()).isEmpty();
        ValueReader<Object> reader = comparison.reader(declared);
        for (int i = 0; i < 10; i++) {
            Object value = randomly.value(old);
            BinaryWriter out = new BinaryWriter(64);
            writer.serialize(toObject(old, value, before), out);
            BinaryReader in = new BinaryReader(out.toByteArray());
            Object read = reader.read(in);
            assertThat(in.remaining()).isZero();
            assertThat(toModel(read)).isEqualTo(change.convert.apply(value));
            if (comparison.verdict() == Verdict.SAME) {
                BinaryWriter again = new BinaryWriter(64);
                declared.serialize(read, again);
                assertThat(again.toByteArray()).isEqualTo(out.toByteArray());
            }
        }
    }

    @Property(tries = 80)
    void aChangeThatCannotBeReadIsAlwaysFound(@ForAll long seed) {
        Randomly randomly = new Randomly(new Random(seed));
        Struct old = randomly.struct(3);
        String[] broken = new String[1];
        Struct now = randomly.breakOne(old, broken);
        if (now == null) {
            return;
        }
        SerializerSnapshot stored =
                serializer(old, CompiledClasses.of(source(old))).schema();
        SchemaComparison comparison = SchemaComparison.of(stored, serializer(now, CompiledClasses.of(source(now))));
        assertThat(comparison.verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(comparison.misfits())
                .allSatisfy(difference -> assertThat(difference.path()).startsWith("." + broken[0]));
        assertThat(SchemaComparison.of(stored, stored).verdict()).isEqualTo(Verdict.SAME);
    }
}
