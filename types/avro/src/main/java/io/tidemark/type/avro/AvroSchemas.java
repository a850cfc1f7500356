package io.tidemark.type.avro;

import io.tidemark.api.type.SerializerSnapshot;
import org.apache.avro.Schema;

/** Avro's schemas inside of those of snapshots. */
final class AvroSchemas {
    static final String PREFIX = "avro:";

    private AvroSchemas() {}

    /** The Avro schema that stored values were written with; null when another serializer wrote them. */
    static Schema writtenWith(SerializerSnapshot stored) {
        boolean isAvro = stored.kind() == SerializerSnapshot.Kind.CUSTOM
                && stored.typeName().startsWith(PREFIX)
                && stored.constants().size() == 1;
        return isAvro ? new Schema.Parser().parse(stored.constants().get(0)) : null;
    }
}
