package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;

/**
 * Method handles that make a structure and get at its fields. References are typed {@code Object}, primitives as they are.
 *
 * @param names of the fields, in the order in which they are written
 * @param constructor of records: (field…) → Object; of others: () → Object
 * @param getters each (Object) → field
 * @param setters each (Object, field) → void; empty for records
 */
record StructAccess(
        List<String> names,
        MethodHandle constructor,
        List<MethodHandle> getters,
        List<MethodHandle> setters,
        boolean isRecord) {

    static StructAccess ofRecord(Class<?> type) {
        MethodHandles.Lookup lookup = lookup(type);
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] parameters =
                Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(parameters);
            MethodHandle constructor = lookup.unreflectConstructor(canonical).asFixedArity();
            List<String> names =
                    Stream.of(components).map(RecordComponent::getName).toList();
            MethodHandle[] getters = new MethodHandle[components.length];
            for (int i = 0; i < components.length; i++) {
                getters[i] = getter(lookup.unreflect(components[i].getAccessor()));
            }
            return new StructAccess(
                    names, constructor.asType(erased(constructor.type())), List.of(getters), List.of(), true);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The record " + type.getName() + " cannot be accessed", e);
        }
    }

    /** Of a class with a no-argument constructor: a POJO or a tuple. */
    static StructAccess ofBean(Class<?> type, List<BeanField> fields) {
        try {
            MethodHandle constructor = lookup(type)
                    .unreflectConstructor(type.getDeclaredConstructor())
                    .asType(MethodType.methodType(Object.class));
            List<String> names =
                    fields.stream().map(field -> field.field().getName()).toList();
            MethodHandle[] getters = new MethodHandle[fields.size()];
            MethodHandle[] setters = new MethodHandle[fields.size()];
            for (int i = 0; i < getters.length; i++) {
                BeanField field = fields.get(i);
                MethodHandles.Lookup lookup = lookup(field.field().getDeclaringClass());
                getters[i] = getter(
                        field.getter() == null
                                ? lookup.unreflectGetter(field.field())
                                : lookup.unreflect(field.getter()));
                setters[i] = setter(
                        field.setter() == null
                                ? lookup.unreflectSetter(field.field())
                                : lookup.unreflect(field.setter()));
            }
            return new StructAccess(names, constructor, List.of(getters), List.of(setters), false);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The class " + type.getName() + " cannot be accessed", e);
        }
    }

    /** Whether a field may be null. */
    boolean isReference(int field) {
        return !getters.get(field).type().returnType().isPrimitive();
    }

    private static MethodHandles.Lookup lookup(Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("The class " + type.getName() + " is in a module that is not open", e);
        }
    }

    private static MethodHandle getter(MethodHandle get) {
        return get.asType(MethodType.methodType(erased(get.type().returnType()), Object.class));
    }

    private static MethodHandle setter(MethodHandle set) {
        return set.asType(MethodType.methodType(
                void.class, Object.class, erased(set.type().parameterType(1))));
    }

    private static MethodType erased(MethodType type) {
        Class<?>[] parameters =
                type.parameterList().stream().map(StructAccess::erased).toArray(Class<?>[]::new);
        return MethodType.methodType(Object.class, parameters);
    }

    private static Class<?> erased(Class<?> type) {
        return type.isPrimitive() ? type : Object.class;
    }
}
