package io.tidemark.api.type;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the type variables of a generic class stand for. */
final class TypeBindings {
    private final Map<TypeVariable<?>, Type> bound;

    private TypeBindings(Map<TypeVariable<?>, Type> bound) {
        this.bound = bound;
    }

    /** The bindings that a type's own arguments make, and those of the types that it is nested in. */
    static TypeBindings of(Type type) {
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        Type current = type;
        while (current instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = rawClass(parameterized).getTypeParameters();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                bound.put(variables[i], arguments[i]);
            }
            current = parameterized.getOwnerType();
        }
        return new TypeBindings(bound);
    }

    /**
     * The type with each variable replaced by what it stands for, and each wildcard by its upper bound. Variables that stand
     * for nothing are kept.
     */
    Type resolve(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            return bound.getOrDefault(variable, variable);
        }
        if (type instanceof WildcardType wildcard) {
            return resolve(
                    wildcard.getLowerBounds().length > 0 ? wildcard.getLowerBounds()[0] : wildcard.getUpperBounds()[0]);
        }
        if (type instanceof GenericArrayType array) {
            Type component = resolve(array.getGenericComponentType());
            return component instanceof Class<?> componentClass
                    ? componentClass.arrayType()
                    : new ResolvedArray(component);
        }
        if (type instanceof ParameterizedType parameterized) {
            List<Type> arguments = Stream.of(parameterized.getActualTypeArguments())
                    .map(this::resolve)
                    .toList();
            return new ResolvedType(rawClass(parameterized), arguments, parameterized.getOwnerType());
        }
        return type;
    }

    /** The given type seen as one of its supertypes, as far as its arguments are known; null if it has no such supertype. */
    static Type asSupertype(Type type, Class<?> supertype) {
        Class<?> raw = rawClass(type);
        if (raw == supertype) {
            return type;
        }
        TypeBindings bindings = of(type);
        Stream<Type> parents =
                Stream.concat(Stream.ofNullable(raw.getGenericSuperclass()), Stream.of(raw.getGenericInterfaces()));
        return parents.filter(parent -> supertype.isAssignableFrom(rawClass(parent)))
                .findFirst()
                .map(parent -> asSupertype(bindings.resolve(parent), supertype))
                .orElse(null);
    }

    /**
     * A class, generic or not, seen as that subtype of a type which it is: {@code Ok<T>} for {@code Result<String>} is {@code
     * Ok<String>}. Variables that the type says nothing about are kept.
     */
    static Type asSubtype(Type type, Class<?> subclass) {
        TypeVariable<?>[] variables = subclass.getTypeParameters();
        if (variables.length == 0) {
            return subclass;
        }
        Type self = new ResolvedType(subclass, List.of(variables), subclass.getDeclaringClass());
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        if (asSupertype(self, rawClass(type)) instanceof ParameterizedType seen
                && type instanceof ParameterizedType actual) {
            for (int i = 0; i < seen.getActualTypeArguments().length; i++) {
                if (seen.getActualTypeArguments()[i] instanceof TypeVariable<?> variable) {
                    bound.put(variable, actual.getActualTypeArguments()[i]);
                }
            }
        }
        return new TypeBindings(bound).resolve(self);
    }

    /** The class of a type, erased. */
    static Class<?> rawClass(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return rawClass(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof TypeVariable<?> variable) {
            return rawClass(variable.getBounds()[0]);
        }
        return rawClass(((WildcardType) type).getUpperBounds()[0]);
    }

    private record ResolvedType(Class<?> raw, List<Type> arguments, Type owner) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public Type getOwnerType() {
            return owner;
        }
    }

    private record ResolvedArray(Type component) implements GenericArrayType {
        @Override
        public Type getGenericComponentType() {
            return component;
        }
    }
}
