package io.tidemark.type.avro;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeInformationProvider;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** Knows the classes that Avro generated. */
public final class AvroTypeProvider implements TypeInformationProvider {
    @Override
    public Optional<TypeInformation<?>> find(Type type, Class<?> erased) {
        return SpecificRecord.class.isAssignableFrom(erased) && !Modifier.isAbstract(erased.getModifiers())
                ? Optional.of(AvroTypes.SPECIFIC(erased.asSubclass(SpecificRecord.class)))
                : Optional.empty();
    }
}
