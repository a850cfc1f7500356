package io.tidemark.api.type;

import java.io.Serializable;

/**
 * Names a type where a state is declared. {@link TypeDescriptors} has the common ones; every {@link TypeInformation} is one too.
 *
 * @param <T> the type
 */
public sealed interface TypeDescriptor<T> extends Serializable permits TypeInformation {
    /** The class of the values, erased; the wrapper class for a primitive type. */
    Class<T> getTypeClass();

    /** All that is known of a described type. */
    static <T> TypeInformation<T> informationOf(TypeDescriptor<T> descriptor) {
        return (TypeInformation<T>) descriptor;
    }
}
