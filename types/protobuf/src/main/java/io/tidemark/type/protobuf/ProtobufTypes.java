package io.tidemark.type.protobuf;

import com.google.protobuf.Message;
import io.tidemark.api.type.TypeInformation;

/** Types of Protobuf messages. */
public final class ProtobufTypes {
    private ProtobufTypes() {}

    /** A class that protoc generated. Such a class is found by itself too, wherever types are found by reflection. */
    public static <T extends Message> TypeInformation<T> MESSAGE(Class<T> type) {
        return new ProtobufType<>(type);
    }
}
