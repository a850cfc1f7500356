package io.tidemark.type.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** A generated message. */
final class ProtobufType<T extends Message> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;

    ProtobufType(Class<T> type) {
        this.type = type;
    }

    @Override
    public Class<T> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        return new ProtobufSerializer<>(type);
    }

    @Override
    public Optional<String> whyNotKey() {
        Descriptor descriptor = GeneratedMessages.defaultOf(type).getDescriptorForType();
        return holdsMap(descriptor, new HashSet<>())
                ? Optional.of(this + " holds a map, and equal maps may have different bytes")
                : Optional.empty();
    }

    private static boolean holdsMap(Descriptor message, Set<String> seen) {
        return seen.add(message.getFullName())
                && message.getFields().stream()
                        .anyMatch(field -> field.isMapField()
                                || (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                                        && holdsMap(field.getMessageType(), seen)));
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProtobufType<?> that && type == that.type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
