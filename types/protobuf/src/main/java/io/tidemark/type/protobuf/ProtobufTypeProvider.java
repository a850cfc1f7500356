package io.tidemark.type.protobuf;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeInformationProvider;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Optional;

/** Knows the classes that protoc generated. */
public final class ProtobufTypeProvider implements TypeInformationProvider {
    @Override
    public Optional<TypeInformation<?>> find(Type type, Class<?> erased) {
        boolean isGenerated = Message.class.isAssignableFrom(erased)
                && !Modifier.isAbstract(erased.getModifiers())
                && erased != DynamicMessage.class;
        return isGenerated ? Optional.of(ProtobufTypes.MESSAGE(erased.asSubclass(Message.class))) : Optional.empty();
    }
}
