package io.tidemark.api;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.Tuple;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The key of a record that consists of some of its fields: a tuple of them. */
final class FieldKeys<T> implements KeySelector<T, Tuple> {
    private static final long serialVersionUID = 1L;

    /** For each field of the key the way to it: a field of the record, of what is in that, and so on. */
    private final List<List<FieldAccess<Object>>> fields;

    private final transient TypeInformation<Tuple> keyType;

    private FieldKeys(List<List<FieldAccess<Object>>> fields, TypeInformation<Tuple> keyType) {
        this.fields = fields;
        this.keyType = keyType;
    }

    /**
     * The fields of tuples at these positions.
     *
     * @throws InvalidPlanException when the records are no tuples, or have no such field
     */
    static <T> FieldKeys<T> at(TypeInformation<T> type, int... positions) {
        if (!Tuple.class.isAssignableFrom(type.typeClass())) {
            throw new InvalidPlanException(
                    "keyBy (" + CallSite.current() + "): only fields of tuples have positions, and the"
                            + " records are of type " + type + ". Give names, or a selector.");
        }
        return named(type, Arrays.stream(positions).mapToObj(at -> "f" + at).toArray(String[]::new));
    }

    /**
     * The fields of these names; {@code a.b} is field b of what is in field a.
     *
     * @throws InvalidPlanException when there is none of a name, naming the nearest
     */
    static <T> FieldKeys<T> named(TypeInformation<T> type, String... names) {
        if (names.length == 0 || names.length > Tuple.MAX_ARITY) {
            throw new InvalidPlanException("keyBy (" + CallSite.current() + "): a key of " + names.length
                    + " fields; it can have 1 to " + Tuple.MAX_ARITY + ". Give a selector.");
        }
        List<List<FieldAccess<Object>>> fields = new ArrayList<>();
        List<TypeInformation<?>> types = new ArrayList<>();
        for (String name : names) {
            List<FieldAccess<Object>> way = new ArrayList<>();
            types.add(find(type, name, way));
            fields.add(way);
        }
        return new FieldKeys<>(fields, Types.TUPLE(types.toArray(TypeInformation<?>[]::new)));
    }

    /** The type at the end of a way. */
    @SuppressWarnings("unchecked")
    private static TypeInformation<?> find(TypeInformation<?> type, String path, List<FieldAccess<Object>> way) {
        TypeInformation<?> reached = type;
        for (String name : path.split("\\.", -1)) {
            way.add(FieldAccess.of((TypeInformation<Object>) reached, name, "keyBy"));
            // Of a type without fields it is the value itself.
            reached = reached.fields().getOrDefault(name, reached);
        }
        return reached;
    }

    TypeInformation<Tuple> keyType() {
        return keyType;
    }

    @Override
    public Tuple getKey(T value) throws Exception {
        Tuple key = Tuple.newInstance(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            Object reached = value;
            for (FieldAccess<Object> step : fields.get(i)) {
                // A field of nothing is null.
                reached = reached == null ? null : step.get(reached);
            }
            key.setField(reached, i);
        }
        return key;
    }
}
