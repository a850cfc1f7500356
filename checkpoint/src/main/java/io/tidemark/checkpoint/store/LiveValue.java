package io.tidemark.checkpoint.store;

import io.tidemark.api.type.SerializerSnapshot;
import java.util.List;
import java.util.Map;

/**
 * What a state held under a key at one moment, as bytes that anybody can read by their schemas.
 *
 * @param kind as snapshots call it
 * @param key as its serializer writes it
 * @param schemas by the part they play: {@code value}, {@code element}, {@code mapKey}
 * @param entries of a map or list; one for other kinds, or none when there is no value
 * @param more whether there are more entries than were asked for
 */
public record LiveValue(
        String kind,
        int keyGroup,
        byte[] key,
        SerializerSnapshot keySchema,
        Map<String, SerializerSnapshot> schemas,
        List<Entry> entries,
        boolean more) {
    /**
     * One of them.
     *
     * @param mapKey null unless it is one of a map
     * @param value null for a null in a map
     */
    public record Entry(byte[] mapKey, byte[] value) {}
}
