package io.tidemark.api.type;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Keeps a generic type that erasure would take away. Write an anonymous subclass:
 *
 * <pre>{@code
 * stream.map(line -> Tuple2.of(line, 1)).returns(new TypeHint<Tuple2<String, Integer>>() {})
 * }</pre>
 *
 * @param <T> the type
 */
public abstract class TypeHint<T> {
    private final TypeInformation<T> typeInformation;

    /** @throws InvalidTypesException if the type argument is missing, or is or contains a type variable */
    @SuppressWarnings("unchecked")
    protected TypeHint() {
        Type superclass = getClass().getGenericSuperclass();
        if (!(superclass instanceof ParameterizedType parameterized) || parameterized.getRawType() != TypeHint.class) {
            throw new InvalidTypesException(
                    "This TypeHint has no type argument.",
                    "Write new TypeHint<Tuple2<String, Integer>>() {}, with the braces.");
        }
        typeInformation = (TypeInformation<T>) TypeExtractor.of(parameterized.getActualTypeArguments()[0]);
    }

    /** The type. */
    public final TypeInformation<T> typeInformation() {
        return typeInformation;
    }
}
