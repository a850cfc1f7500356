package io.tidemark.type.avro;

import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** Such a class as Avro generates. */
public final class Payment extends SpecificRecordBase {
    private static final long serialVersionUID = 1L;

    public static final Schema SCHEMA$ = new Schema.Parser().parse("""
            {"type": "record", "name": "Payment", "namespace": "io.tidemark.type.avro", "fields": [
              {"name": "id", "type": {"type": "string", "avro.java.string": "String"}},
              {"name": "cents", "type": "long", "aliases": ["amount"]},
              {"name": "note", "type": ["null", {"type": "string", "avro.java.string": "String"}], "default": null}
            ]}""");

    private String id;
    private long cents;
    private String note;

    public Payment() {}

    Payment(String id, long cents, String note) {
        this.id = id;
        this.cents = cents;
        this.note = note;
    }

    public static Schema getClassSchema() {
        return SCHEMA$;
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public Object get(int field) {
        return switch (field) {
            case 0 -> id;
            case 1 -> cents;
            case 2 -> note;
            default -> throw new AvroRuntimeException("no field " + field);
        };
    }

    @Override
    public void put(int field, Object value) {
        switch (field) {
            case 0 -> id = value.toString();
            case 1 -> cents = (Long) value;
            case 2 -> note = value == null ? null : value.toString();
            default -> throw new AvroRuntimeException("no field " + field);
        }
    }
}
