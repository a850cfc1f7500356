package io.tidemark.api;

import io.tidemark.api.config.NearestName;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.Tuple;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;

/** Reads one field of a record, and makes a record in which that field is different. */
abstract class FieldAccess<T> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String owner;
    private final String name;
    private final String typeName;

    private FieldAccess(TypeInformation<T> owner, String name, String typeName) {
        this.owner = owner.toString();
        this.name = name;
        this.typeName = typeName;
    }

    /**
     * The field of this name.
     *
     * @throws InvalidPlanException when there is none, naming the nearest
     */
    static <T> FieldAccess<T> of(TypeInformation<T> type, String name, String method) {
        TypeSerializer<T> serializer = type.createSerializer();
        SerializerSnapshot schema = serializer.schema();
        if (schema.kind() == SerializerSnapshot.Kind.BASIC && (name.equals("f0") || name.equals("*"))) {
            return new Whole<>(type, schema.typeName());
        }
        List<String> names =
                schema.fields().stream().map(SerializerSnapshot.Field::name).toList();
        int index = names.indexOf(name);
        boolean hasFields = switch (schema.kind()) {
            case TUPLE, RECORD, POJO -> true;
            default -> false;
        };
        if (!hasFields || index < 0) {
            throw noSuchField(type, name, method, hasFields ? names : List.of());
        }
        String typeName = schema.fields().get(index).schema().typeName();
        return switch (schema.kind()) {
            case TUPLE -> new OfTuple<>(type, name, typeName, Integer.parseInt(name.substring(1)));
            case RECORD -> new OfRecord<>(type, name, typeName);
            default -> new OfPojo<>(type, name, typeName, serializer);
        };
    }

    private static InvalidPlanException noSuchField(
            TypeInformation<?> type, String name, String method, List<String> names) {
        String hint = names.isEmpty()
                ? "; only tuples, records and POJOs have fields"
                : NearestName.of(name, names)
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("; there are " + String.join(", ", names));
        return new InvalidPlanException(
                method + " (" + CallSite.current() + "): " + type + " has no field " + name + hint);
    }

    String name() {
        return name;
    }

    /** Checks that the field's values are of this class. */
    void checkIs(Class<?> expected, String method) {
        Class<?> type;
        try {
            type = Class.forName(typeName, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException unknownHere) {
            return;
        }
        if (!expected.isAssignableFrom(type)) {
            throw new InvalidPlanException(method + " (" + CallSite.current() + "): field " + name + " of " + owner
                    + " is a " + typeName + ", which cannot be "
                    + (expected == Number.class ? "added up" : "compared"));
        }
    }

    abstract Object get(T record) throws Exception;

    /** A new record, equal but for this field. */
    abstract T with(T record, Object value) throws Exception;

    /** The record itself. */
    private static final class Whole<T> extends FieldAccess<T> {
        private static final long serialVersionUID = 1L;

        Whole(TypeInformation<T> type, String typeName) {
            super(type, "*", typeName);
        }

        @Override
        Object get(T record) {
            return record;
        }

        @Override
        @SuppressWarnings("unchecked")
        T with(T record, Object value) {
            return (T) value;
        }
    }

    private static final class OfTuple<T> extends FieldAccess<T> {
        private static final long serialVersionUID = 1L;

        private final int index;

        OfTuple(TypeInformation<T> type, String name, String typeName, int index) {
            super(type, name, typeName);
            this.index = index;
        }

        @Override
        Object get(T record) {
            return ((Tuple) record).getField(index);
        }

        @Override
        @SuppressWarnings("unchecked")
        T with(T record, Object value) {
            Tuple changed = ((Tuple) record).copy();
            changed.setField(value, index);
            return (T) changed;
        }
    }

    private static final class OfRecord<T> extends FieldAccess<T> {
        private static final long serialVersionUID = 1L;

        private final Class<T> type;
        private transient Method[] components;
        private transient Constructor<T> constructor;

        OfRecord(TypeInformation<T> type, String name, String typeName) {
            super(type, name, typeName);
            this.type = type.typeClass();
        }

        private void resolve() throws ReflectiveOperationException {
            if (constructor != null) {
                return;
            }
            RecordComponent[] declared = type.getRecordComponents();
            Class<?>[] types = new Class<?>[declared.length];
            components = new Method[declared.length];
            for (int i = 0; i < declared.length; i++) {
                types[i] = declared[i].getType();
                components[i] = declared[i].getAccessor();
                components[i].setAccessible(true);
            }
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
        }

        @Override
        Object get(T record) throws Exception {
            resolve();
            for (Method component : components) {
                if (component.getName().equals(name())) {
                    return component.invoke(record);
                }
            }
            throw new IllegalStateException(type + " has no component " + name());
        }

        @Override
        T with(T record, Object value) throws Exception {
            resolve();
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = components[i].getName().equals(name()) ? value : components[i].invoke(record);
            }
            return constructor.newInstance(values);
        }
    }

    private static final class OfPojo<T> extends FieldAccess<T> {
        private static final long serialVersionUID = 1L;

        private final Class<T> type;
        private final TypeSerializer<T> serializer;
        private transient Field field;

        OfPojo(TypeInformation<T> type, String name, String typeName, TypeSerializer<T> serializer) {
            super(type, name, typeName);
            this.type = type.typeClass();
            this.serializer = serializer;
        }

        private Field field() throws NoSuchFieldException {
            for (Class<?> c = type; field == null && c != null; c = c.getSuperclass()) {
                for (Field declared : c.getDeclaredFields()) {
                    if (declared.getName().equals(name())) {
                        declared.setAccessible(true);
                        field = declared;
                    }
                }
            }
            if (field == null) {
                throw new NoSuchFieldException(type + " has no field " + name());
            }
            return field;
        }

        @Override
        Object get(T record) throws Exception {
            return field().get(record);
        }

        @Override
        T with(T record, Object value) throws Exception {
            T changed = serializer.copy(record);
            field().set(changed, value);
            return changed;
        }
    }
}
