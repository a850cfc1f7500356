package io.tidemark.api.type;

import java.lang.reflect.Type;
import java.util.Optional;

/**
 * Describes classes that some library makes, such as Avro or Protobuf. Found by {@link java.util.ServiceLoader} on the class
 * path of the job; asked before a class is taken for a POJO. Thread-safe.
 */
public interface TypeInformationProvider {
    /**
     * The description of a type.
     *
     * @param type with its arguments, if it has any
     * @param erased its class
     * @return empty for a type that is none of its own
     */
    Optional<TypeInformation<?>> find(Type type, Class<?> erased);
}
