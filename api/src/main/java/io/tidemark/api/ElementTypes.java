package io.tidemark.api;

import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.Tuple;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;

/** Finds the type of elements by looking at them. */
final class ElementTypes {
    private static final String REMEDY =
            "Give the type too, for example fromData(List.of(...), Types.TUPLE(Types.STRING, Types.INT)).";

    private ElementTypes() {}

    /** @throws InvalidTypesException when they do not say what their type is */
    @SuppressWarnings("unchecked")
    static <T> TypeInformation<T> of(Collection<? extends T> elements) {
        T first = elements.isEmpty() ? null : elements.iterator().next();
        if (first == null) {
            throw new InvalidTypesException("The type of elements that are not there is not known.", REMEDY);
        }
        for (T element : elements) {
            if (element != null && !first.getClass().isInstance(element)) {
                throw new InvalidTypesException(
                        "The elements are of different types: "
                                + first.getClass().getName() + " and "
                                + element.getClass().getName() + ".",
                        REMEDY);
            }
        }
        try {
            return (TypeInformation<T>) TypeExtractor.of(typeOf(first));
        } catch (InvalidTypesException e) {
            throw new InvalidTypesException(e.getMessage().lines().findFirst().orElse(""), REMEDY);
        }
    }

    private static Type typeOf(Object element) {
        if (!(element instanceof Tuple tuple)) {
            return element.getClass();
        }
        Type[] arguments = new Type[tuple.getArity()];
        for (int i = 0; i < arguments.length; i++) {
            Object field = tuple.getField(i);
            if (field == null) {
                throw new InvalidTypesException("Field " + i + " of the first element is null.", REMEDY);
            }
            arguments[i] = typeOf(field);
        }
        return new TupleType(element.getClass(), arguments);
    }

    private record TupleType(Class<?> rawType, Type[] arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.clone();
        }

        @Override
        public Type getRawType() {
            return rawType;
        }

        @Override
        public Type getOwnerType() {
            return null;
        }
    }
}
