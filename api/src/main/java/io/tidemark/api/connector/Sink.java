package io.tidemark.api.connector;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.WatermarkDeclarable;
import java.io.Serializable;

/**
 * Where records go. Serialised into the plan. Exactly-once sinks prepare at a barrier and commit when
 * the checkpoint is complete.
 *
 * @param <T> record type
 */
public interface Sink<T> extends Serializable, WatermarkDeclarable {
    SinkWriter<T> createWriter(SinkContext context) throws Exception;

    /** A quick look at plan time that refuses what cannot work, naming it. Optional. */
    default void validate() {}

    /** Serializer of committables; the default is for sinks that prepare nothing. */
    default TypeSerializer<?> committableSerializer() {
        return null;
    }
}
