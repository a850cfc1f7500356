package io.tidemark.connector.file.csv;

import io.tidemark.api.type.Tuple;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The named parts of a record, a tuple or a POJO, and the ways to take a value apart and to put one together. Not
 * serialisable: made where it is used.
 */
final class Structure<T> {
    /** @param type Object for a tuple's field */
    record Part(String name, Class<?> type, MethodHandle read, MethodHandle write) {}

    private final Class<T> type;
    private final List<Part> parts;
    /** Takes an array of all parts; null when a value is made empty and filled by the parts' {@code write}. */
    private final MethodHandle constructor;

    private final MethodHandle emptyConstructor;

    private Structure(Class<T> type, List<Part> parts, MethodHandle constructor, MethodHandle emptyConstructor) {
        this.type = type;
        this.parts = List.copyOf(parts);
        this.constructor = constructor;
        this.emptyConstructor = emptyConstructor;
    }

    /** @throws IllegalArgumentException when the class is none of the three */
    static <T> Structure<T> of(Class<T> type) {
        try {
            if (type.isRecord()) {
                return ofRecord(type);
            } else if (Tuple.class.isAssignableFrom(type)) {
                return ofFields(type, tupleFields(type), MethodHandles.publicLookup());
            }
            return ofBean(type);
        } catch (ReflectiveOperationException | IntrospectionException e) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " cannot be a CSV record: it needs to be a record, a tuple, or a public class with a"
                            + " public constructor without arguments and public fields or setters; use a function"
                            + " instead (" + e.getMessage() + ")",
                    e);
        }
    }

    private static <T> Structure<T> ofRecord(Class<T> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        List<Part> parts = new ArrayList<>();
        for (RecordComponent component : components) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            parts.add(new Part(component.getName(), component.getType(), generic(lookup.unreflect(accessor)), null));
        }
        Constructor<T> canonical = type.getDeclaredConstructor(types);
        canonical.setAccessible(true);
        MethodHandle constructor = lookup.unreflectConstructor(canonical)
                .asSpreader(Object[].class, components.length)
                .asType(MethodType.methodType(Object.class, Object[].class));
        return new Structure<>(type, parts, constructor, null);
    }

    /** {@code f0}, {@code f1}, … */
    private static Field[] tupleFields(Class<?> type) throws NoSuchFieldException {
        Field[] fields = new Field
                [(int) Arrays.stream(type.getFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .count()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = type.getField("f" + i);
        }
        return fields;
    }

    private static <T> Structure<T> ofFields(Class<T> type, Field[] fields, MethodHandles.Lookup lookup)
            throws ReflectiveOperationException {
        List<Part> parts = new ArrayList<>();
        for (Field field : fields) {
            if (!Modifier.isStatic(field.getModifiers())) {
                parts.add(new Part(
                        field.getName(),
                        field.getType(),
                        generic(lookup.unreflectGetter(field)),
                        setter(lookup.unreflectSetter(field))));
            }
        }
        return new Structure<>(type, parts, null, empty(type));
    }

    private static <T> Structure<T> ofBean(Class<T> type) throws ReflectiveOperationException, IntrospectionException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        List<Part> parts = new ArrayList<>(ofFields(
                        type,
                        Arrays.stream(type.getFields())
                                .filter(field -> !Modifier.isFinal(field.getModifiers()))
                                .toArray(Field[]::new),
                        lookup)
                .parts);
        // Object.class stops at the class's own properties, without getClass.
        for (PropertyDescriptor property :
                Introspector.getBeanInfo(type, Object.class).getPropertyDescriptors()) {
            if (property.getReadMethod() != null
                    && property.getWriteMethod() != null
                    && parts.stream().noneMatch(part -> part.name().equals(property.getName()))) {
                parts.add(new Part(
                        property.getName(),
                        property.getPropertyType(),
                        generic(lookup.unreflect(property.getReadMethod())),
                        setter(lookup.unreflect(property.getWriteMethod()))));
            }
        }
        if (parts.isEmpty()) {
            throw new NoSuchFieldException("it has neither public fields nor properties");
        }
        return new Structure<>(type, parts, null, empty(type));
    }

    private static MethodHandle empty(Class<?> type) throws ReflectiveOperationException {
        return MethodHandles.publicLookup()
                .findConstructor(type, MethodType.methodType(void.class))
                .asType(MethodType.methodType(Object.class));
    }

    private static MethodHandle generic(MethodHandle getter) {
        return getter.asType(MethodType.methodType(Object.class, Object.class));
    }

    private static MethodHandle setter(MethodHandle setter) {
        return setter.asType(MethodType.methodType(void.class, Object.class, Object.class));
    }

    String name() {
        return type.getSimpleName();
    }

    List<Part> parts() {
        return parts;
    }

    /** Whether the parts are known by their positions, since their names say nothing. */
    boolean isTuple() {
        return Tuple.class.isAssignableFrom(type);
    }

    /** Whether the order of the parts means something: not for a POJO's. */
    boolean isOrdered() {
        return constructor != null || isTuple();
    }

    /** The index of the part of that name, but for case and underscores; or -1. */
    int indexOf(String name) {
        for (int i = 0; i < parts.size(); i++) {
            if (CsvColumn.sameName(parts.get(i).name(), name)) {
                return i;
            }
        }
        return -1;
    }

    String partNames() {
        return String.join(", ", parts.stream().map(Part::name).toList());
    }

    @SuppressWarnings("unchecked")
    T build(Object[] values) throws Exception {
        try {
            if (constructor != null) {
                return (T) (Object) constructor.invokeExact(values);
            }
            Object value = (Object) emptyConstructor.invokeExact();
            for (int i = 0; i < values.length; i++) {
                parts.get(i).write().invokeExact(value, values[i]);
            }
            return (T) value;
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    Object part(T value, int index) throws Exception {
        try {
            return (Object) parts.get(index).read().invokeExact((Object) value);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    private static Exception rethrown(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return (Exception) e;
    }
}
