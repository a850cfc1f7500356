package io.tidemark.api.type;

import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a type as a job's author would, with a made-up argument wherever one is missing. */
final class TypeExample {
    private TypeExample() {}

    /** As in Java: {@code Tuple2<String, Integer>}. */
    static String java(Type type) {
        Class<?> raw = TypeBindings.rawClass(type);
        if (isUnknown(type)) {
            return "String";
        }
        if (type instanceof GenericArrayType array) {
            return java(array.getGenericComponentType()) + "[]";
        }
        if (raw.isArray() && !raw.componentType().isPrimitive()) {
            return java(raw.componentType()) + "[]";
        }
        List<Type> arguments = arguments(type);
        String name = boxed(raw).getSimpleName();
        return arguments.isEmpty()
                ? name
                : arguments.stream().map(TypeExample::java).collect(Collectors.joining(", ", name + "<", ">"));
    }

    /** As an expression: {@code Types.TUPLE(Types.STRING, Types.INT)}. */
    static String types(Type type) {
        if (isUnknown(type)) {
            return "Types.STRING";
        }
        Class<?> raw = TypeBindings.rawClass(type);
        String constant = Types.nameOf(raw);
        if (constant != null) {
            return "Types." + constant;
        }
        if (type instanceof GenericArrayType array) {
            return "Types.OBJECT_ARRAY(" + types(array.getGenericComponentType()) + ")";
        }
        if (raw.isArray()) {
            return "Types.OBJECT_ARRAY(" + types(raw.componentType()) + ")";
        }
        if (raw.isEnum()) {
            return "Types.ENUM(" + raw.getSimpleName() + ".class)";
        }
        List<Type> arguments = arguments(type);
        String factory = factory(raw);
        if (factory != null) {
            return arguments.stream()
                    .map(TypeExample::types)
                    .collect(Collectors.joining(", ", "Types." + factory + "(", ")"));
        }
        if (!arguments.isEmpty()) {
            return "TypeInformation.of(new TypeHint<" + java(type) + ">() {})";
        }
        boolean isDescribedElsewhere = raw.isAnnotationPresent(TypeInfo.class)
                || ForeignTypes.provided(raw, raw).isPresent();
        if (isDescribedElsewhere || (raw.isSealed() && Modifier.isAbstract(raw.getModifiers()))) {
            return "TypeInformation.of(" + raw.getSimpleName() + ".class)";
        }
        return (raw.isRecord()
                        ? "Types.RECORD("
                        : BeanFields.of(raw).whyNot() == null ? "Types.POJO(" : "Types.GENERIC(")
                + raw.getSimpleName()
                + ".class)";
    }

    private static String factory(Class<?> raw) {
        if (Tuple.class.isAssignableFrom(raw)) {
            return "TUPLE";
        }
        return raw == List.class
                        || raw == Collection.class
                        || raw == Set.class
                        || raw == Map.class
                        || raw == Optional.class
                ? raw.getSimpleName().toUpperCase(Locale.ROOT)
                : null;
    }

    private static boolean isUnknown(Type type) {
        return type == Object.class || type instanceof TypeVariable<?>;
    }

    private static Class<?> boxed(Class<?> raw) {
        return raw.isPrimitive() ? MethodType.methodType(raw).wrap().returnType() : raw;
    }

    /** The arguments, or as many as are missing. */
    private static List<Type> arguments(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return List.of(parameterized.getActualTypeArguments());
        }
        Class<?> raw = TypeBindings.rawClass(type);
        int missing = raw == Tuple.class ? 2 : raw.getTypeParameters().length;
        List<Type> arguments = new ArrayList<>(Collections.nCopies(missing, Integer.class));
        if (missing > 0) {
            arguments.set(0, String.class);
        }
        return arguments;
    }
}
