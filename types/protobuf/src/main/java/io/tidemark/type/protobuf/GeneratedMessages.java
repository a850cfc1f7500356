package io.tidemark.type.protobuf;

import com.google.protobuf.Message;

/** What every generated class has. */
final class GeneratedMessages {
    private GeneratedMessages() {}

    /** The message without any field set. */
    static <T extends Message> T defaultOf(Class<T> type) {
        try {
            return type.cast(type.getMethod("getDefaultInstance").invoke(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    type.getName() + " is no class that protoc generated: it has no getDefaultInstance()", e);
        }
    }
}
