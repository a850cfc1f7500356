package io.tidemark.api.type;

import java.lang.reflect.Type;
import java.util.Map;

/**
 * Describes the type that a {@link TypeInfo} stands on. Made and called while a job is planned.
 *
 * @param <T> the type
 */
public abstract class TypeInfoFactory<T> {
    /** For subclasses. */
    protected TypeInfoFactory() {}

    /**
     * The description of a type.
     *
     * @param t the type, with its arguments as far as they are known
     * @param genericParameters by the name of the class's type variable what stands for it; those that are not known are
     *     missing
     */
    public abstract TypeInformation<T> createTypeInfo(Type t, Map<String, TypeInformation<?>> genericParameters);
}
