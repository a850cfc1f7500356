package io.tidemark.api.type;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.List;

/**
 * Serves tuples, records and POJOs: the fields in order, one after another. Before every eight fields that may be null
 * stands a byte with a bit for each that is. A structure without fields is one byte.
 */
final class StructSerializer<T> implements TypeSerializer<T>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final StructKind kind;
    private final Class<T> type;
    private final String[] names;
    private final TypeSerializer<?>[] serializers;
    private final boolean immutable;
    private transient StructAccess access;
    private transient StructCode code;

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
        access = kind.access(type);
        if (!access.names().equals(List.of(names))) {
            throw new IllegalStateException(type.getName() + " has the fields " + access.names()
                    + ", its serializer was made for " + List.of(names));
        }
        code = StructCode.of(access, serializers);
    }

    @Override
    public void serialize(T value, BinaryWriter out) {
        check(value);
        if (names.length == 0) {
            out.writeByte(0);
            return;
        }
        try {
            code.write(value, out);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public T deserialize(BinaryReader in) {
        if (names.length == 0) {
            in.readByte();
        }
        try {
            return (T) code.read(in);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public T copy(T value) {
        if (immutable) {
            return value;
        }
        check(value);
        try {
            return (T) code.copy(value);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    /** What the type's own constructor, getter or setter threw, or a serializer of a field. */
    static RuntimeException thrown(Throwable e) {
        if (e instanceof RuntimeException runtime) {
            return runtime;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e);
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
        try {
            return code.hash(value);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public boolean equal(T a, T b) {
        if (a == b) {
            return true;
        }
        try {
            return code.equal(a, b);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return serializers[index];
    }

    StructAccess access() {
        return access;
    }

    @Override
    public SerializerSnapshot schema() {
        SerializerSnapshot schema = SerializerSnapshot.of(kind.schemaKind, type.getName())
                .withFormerNames(FormerNames.ofClass(type), FormerNames.ofFields(type, kind));
        for (int i = 0; i < names.length; i++) {
            schema = schema.withField(names[i], access.isReference(i), serializers[i].schema());
        }
        return schema;
    }
}
