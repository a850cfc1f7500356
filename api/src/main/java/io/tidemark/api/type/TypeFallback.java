package io.tidemark.api.type;

import java.io.Serializable;

/**
 * A place at which the serializer of last resort is used: slower, larger, and with no schema. The plan logs these.
 *
 * @param path where in the type it is, such as {@code Order.items[]}; the type itself if it is all of it
 * @param typeName the class that falls back
 * @param reason why it does
 */
public record TypeFallback(String path, String typeName, String reason) implements Serializable {
    private static final long serialVersionUID = 1L;
}
