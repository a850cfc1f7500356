package io.tidemark.api.type;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Reads a structure whose fields were stored in another order, with other types, or not at all. It is run once for a value,
 * when state is migrated, so it boxes what it reads.
 */
final class StructReader<T> implements ValueReader<T> {
    private final ValueReader<?>[] readers;
    /** Of each stored field. */
    private final boolean[] nullable;
    /** The place of the declared field, of each stored one; -1 for none. */
    private final int[] targets;

    private final StructAccess access;
    /** Of a record: (Object[]) → Object; of others: () → Object. */
    private final MethodHandle constructor;
    /** Of each declared field: (Object, Object) → void; empty for a record. */
    private final MethodHandle[] setters;
    /** Of each declared field of a record, when it was not stored. */
    private final Object[] defaults;

    StructReader(StructSerializer<T> declared, List<ReadPlan.StoredField> fields) {
        int count = fields.size();
        readers = new ValueReader<?>[count];
        nullable = new boolean[count];
        targets = new int[count];
        for (int i = 0; i < count; i++) {
            ReadPlan.StoredField field = fields.get(i);
            nullable[i] = field.stored().nullable();
            targets[i] = field.target();
            readers[i] = field.target() < 0
                    ? StoredBytes.skipping(field.stored().schema())
                    : field.plan().reader(declared.part(field.target()));
        }
        access = declared.access();
        int declaredCount = access.names().size();
        constructor = access.isRecord()
                ? access.constructor()
                        .asSpreader(Object[].class, declaredCount)
                        .asType(MethodType.methodType(Object.class, Object[].class))
                : access.constructor();
        setters = access.setters().stream()
                .map(setter -> setter.asType(MethodType.methodType(void.class, Object.class, Object.class)))
                .toArray(MethodHandle[]::new);
        defaults = new Object[declaredCount];
        for (int i = 0; i < declaredCount; i++) {
            PrimitiveKind primitive =
                    PrimitiveKind.of(access.getters().get(i).type().returnType());
            defaults[i] = primitive == null ? null : primitive.zero();
        }
    }

    @Override
    public T read(BinaryReader in) {
        if (readers.length == 0) {
            in.readByte();
        }
        Object[] values = defaults.clone();
        int nullableFields = 0;
        int nullBits = 0;
        for (int i = 0; i < readers.length; i++) {
            boolean isNull = false;
            if (nullable[i]) {
                int bit = nullableFields++ & 7;
                if (bit == 0) {
                    nullBits = in.readByte();
                }
                isNull = (nullBits & 1 << bit) != 0;
            }
            Object value = isNull ? null : readers[i].read(in);
            if (targets[i] >= 0) {
                values[targets[i]] = value;
            }
        }
        return make(values);
    }

    @SuppressWarnings("unchecked")
    private T make(Object[] values) {
        try {
            if (access.isRecord()) {
                return (T) constructor.invokeExact(values);
            }
            Object bean = constructor.invokeExact();
            for (int target : targets) {
                if (target >= 0) {
                    setters[target].invokeExact(bean, values[target]);
                }
            }
            return (T) bean;
        } catch (Throwable e) {
            throw StructSerializer.thrown(e);
        }
    }
}
