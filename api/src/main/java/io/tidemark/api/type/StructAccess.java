package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;

/** Method handles that make a structure and get at its fields. References are typed {@code Object}, primitives as they are. */
final class StructAccess {
    /** Of records: (Object[]) → Object. Of others: () → Object. */
    final MethodHandle constructor;

    /** Each (Object) → field. */
    final List<MethodHandle> getters;

    /** Each (Object, field) → void. Empty for records. */
    final List<MethodHandle> setters;

    private StructAccess(MethodHandle constructor, List<MethodHandle> getters, List<MethodHandle> setters) {
        this.constructor = constructor;
        this.getters = getters;
        this.setters = setters;
    }

    static StructAccess ofRecord(Class<?> type) {
        MethodHandles.Lookup lookup = lookup(type);
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] parameters =
                Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(parameters);
            MethodHandle constructor = lookup.unreflectConstructor(canonical)
                    .asFixedArity()
                    .asSpreader(Object[].class, parameters.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            MethodHandle[] getters = new MethodHandle[components.length];
            for (int i = 0; i < components.length; i++) {
                getters[i] = getter(lookup.unreflect(components[i].getAccessor()));
            }
            return new StructAccess(constructor, List.of(getters), List.of());
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
            return new StructAccess(constructor, List.of(getters), List.of(setters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The class " + type.getName() + " cannot be accessed", e);
        }
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

    private static Class<?> erased(Class<?> type) {
        return type.isPrimitive() ? type : Object.class;
    }
}
