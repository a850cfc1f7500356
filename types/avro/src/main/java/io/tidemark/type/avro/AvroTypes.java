package io.tidemark.type.avro;

import io.tidemark.api.type.TypeInformation;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** Types of Avro records. */
public final class AvroTypes {
    private AvroTypes() {}

    /** A class that Avro generated. Such a class is found by itself too, wherever types are found by reflection. */
    public static <T extends SpecificRecord> TypeInformation<T> SPECIFIC(Class<T> type) {
        return new AvroType<>(type, SpecificData.get().getSchema(type));
    }

    /**
     * Generic records of one schema; those of another one are refused.
     *
     * @param schema of a record
     */
    public static TypeInformation<GenericRecord> GENERIC(Schema schema) {
        if (schema.getType() != Schema.Type.RECORD) {
            throw new IllegalArgumentException(
                    "the schema is of " + schema.getType() + "; a generic record has one of a RECORD");
        }
        return new AvroType<>(GenericRecord.class, schema);
    }
}
