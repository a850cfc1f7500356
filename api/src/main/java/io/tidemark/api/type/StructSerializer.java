package io.tidemark.api.type;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.lang.invoke.MethodHandle;

/**
 * Serves tuples, records and POJOs: the fields in order, one after another. Before every eight fields that may be null
 * stands a byte with a bit for each that is. A structure without fields is one byte.
 */
final class StructSerializer<T> implements TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final StructKind kind;
    private final Class<T> type;
    private final String[] names;
    private final TypeSerializer<?>[] serializers;
    private final boolean immutable;
    private transient NullBitsWriter nullsOut;
    private transient NullBitsReader nullsIn;
    private transient StructField[] fields;
    private transient MethodHandle constructor;

    /** @param serializers in the order of the fields; ignored for primitive ones */
    StructSerializer(StructKind kind, Class<T> type, String[] names, TypeSerializer<?>[] serializers) {
        this.kind = kind;
        this.type = type;
        this.names = names;
        this.serializers = serializers;
        boolean allImmutable = kind == StructKind.RECORD;
        for (TypeSerializer<?> serializer : serializers) {
            allImmutable &= serializer.isImmutable();
        }
        this.immutable = allImmutable;
        link();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        link();
    }

    private void link() {
        StructAccess access = kind.access(type, names);
        constructor = access.constructor;
        nullsOut = new NullBitsWriter();
        nullsIn = new NullBitsReader();
        fields = new StructField[names.length];
        for (int i = 0; i < fields.length; i++) {
            MethodHandle getter = access.getters.get(i);
            MethodHandle setter = access.setters.isEmpty() ? null : access.setters.get(i);
            PrimitiveKind primitive = PrimitiveKind.of(getter.type().returnType());
            fields[i] = primitive == null
                    ? new ReferenceField(getter, setter, serializers[i], nullsOut, nullsIn)
                    : new PrimitiveField(primitive, getter, setter);
        }
    }

    @Override
    public void serialize(T value, BinaryWriter out) {
        check(value);
        if (fields.length == 0) {
            out.writeByte(0);
            return;
        }
        nullsOut.begin();
        for (StructField field : fields) {
            field.write(value, out);
        }
        nullsOut.end(out);
    }

    @Override
    public T deserialize(BinaryReader in) {
        if (fields.length == 0) {
            in.readByte();
        }
        nullsIn.begin();
        if (kind == StructKind.RECORD) {
            Object[] values = new Object[fields.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = fields[i].read(in);
            }
            return construct(values);
        }
        T value = construct();
        for (StructField field : fields) {
            field.readInto(value, in);
        }
        return value;
    }

    @Override
    public T copy(T value) {
        if (immutable) {
            return value;
        }
        check(value);
        if (kind == StructKind.RECORD) {
            Object[] values = new Object[fields.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = fields[i].copyOf(value);
            }
            return construct(values);
        }
        T copy = construct();
        for (StructField field : fields) {
            field.copyInto(value, copy);
        }
        return copy;
    }

    @SuppressWarnings("unchecked")
    private T construct() {
        try {
            return (T) (Object) constructor.invokeExact();
        } catch (Throwable e) {
            throw StructField.thrown(e);
        }
    }

    @SuppressWarnings("unchecked")
    private T construct(Object[] values) {
        try {
            return (T) (Object) constructor.invokeExact(values);
        } catch (Throwable e) {
            throw StructField.thrown(e);
        }
    }

    /** A subclass may have fields that are not known here; to write it as its superclass would lose them. */
    private void check(T value) {
        if (value.getClass() != type) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not exactly " + type.getName()
                    + ", and its own fields would be lost.\n" + "Write Types.GENERIC(" + type.getSimpleName()
                    + ".class) where values of subclasses occur.");
        }
    }

    @Override
    public boolean isImmutable() {
        return immutable;
    }

    @Override
    public int hash(T value) {
        int hash = StableHash.SEED;
        for (StructField field : fields) {
            hash = StableHash.combine(hash, field.hash(value));
        }
        return hash;
    }

    @Override
    public boolean equal(T a, T b) {
        if (a == b) {
            return true;
        }
        for (StructField field : fields) {
            if (!field.equal(a, b)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public SerializerSnapshot schema() {
        SerializerSnapshot schema = SerializerSnapshot.of(kind.schemaKind, type.getName());
        for (int i = 0; i < fields.length; i++) {
            schema = schema.withField(names[i], fields[i] instanceof ReferenceField, serializers[i].schema());
        }
        return schema;
    }
}
