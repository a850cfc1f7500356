package io.tidemark.type.avro;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;

/**
 * The number of bytes and Avro's binary form of the record. The schema of a snapshot holds Avro's own as JSON; what was
 * written with another one is read if Avro's rules of schema resolution allow it and its numbers are of the same units.
 */
final class AvroSerializer<T extends IndexedRecord> implements TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final String schemaJson;

    private transient Schema schema;

    /** The last that was found to be the same; null for none. */
    private transient Schema checked;

    private transient GenericData data;
    private transient boolean holdsMap;
    private transient DatumWriter<T> writer;
    private transient DatumReader<T> reader;
    private transient ByteArrayOutputStream bytes;
    private transient BinaryEncoder encoder;
    private transient BinaryDecoder decoder;

    AvroSerializer(Class<T> type, String schemaJson) {
        this.type = type;
        this.schemaJson = schemaJson;
        link();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        link();
    }

    private void link() {
        schema = new Schema.Parser().parse(schemaJson);
        data = SpecificRecord.class.isAssignableFrom(type) ? new JobRecords(type) : new GenericData();
        holdsMap = AvroType.holdsMap(schema, new HashSet<>());
        writer = writer();
        reader = reader(schema);
        bytes = new ByteArrayOutputStream();
        encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    }

    @SuppressWarnings("unchecked")
    private DatumWriter<T> writer() {
        return (DatumWriter<T>) data.createDatumWriter(schema);
    }

    @SuppressWarnings("unchecked")
    private DatumReader<T> reader(Schema written) {
        return (DatumReader<T>) data.createDatumReader(written, schema);
    }

    private byte[] encode(T value) {
        check(value.getSchema());
        bytes.reset();
        boolean isWhole = false;
        try {
            writer.write(value, encoder);
            encoder.flush();
            isWhole = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!isWhole) {
                // The encoder holds the beginning of a record that could not be written.
                encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            }
        }
        return bytes.toByteArray();
    }

    /** Records have their schema from the class or from whoever made them, so it is mostly the same object. */
    private void check(Schema ofValue) {
        if (ofValue == checked) {
            return;
        }
        // As text too: a default that was given as a long is no equal of the same number that was read.
        if (!ofValue.equals(schema) && !ofValue.toString().equals(schemaJson)) {
            throw new IllegalArgumentException("a record of the schema " + ofValue.getFullName() + " is none of "
                    + schema.getFullName() + " as it was declared: " + schemaJson);
        }
        checked = ofValue;
    }

    @Override
    public void serialize(T value, BinaryWriter out) {
        byte[] encoded = encode(value);
        out.writeVarInt(encoded.length);
        out.writeBytes(encoded, 0, encoded.length);
    }

    @Override
    public T deserialize(BinaryReader in) {
        return read(in, reader);
    }

    private T read(BinaryReader in, DatumReader<T> from) {
        int begin = in.position();
        int length = in.readCount(1, "bytes of an Avro record");
        byte[] encoded = new byte[length];
        in.readBytes(encoded, 0, length);
        decoder = DecoderFactory.get().binaryDecoder(encoded, decoder);
        try {
            return from.read(null, decoder);
        } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
            throw new CorruptDataException(begin, "the bytes are no " + schema.getFullName(), e);
        }
    }

    @Override
    public T copy(T value) {
        return data.deepCopy(schema, value);
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(T value) {
        // Maps have no order, so bytes do not tell; such a record is no key.
        return holdsMap ? 0 : Arrays.hashCode(encode(value));
    }

    /** By the bytes: Avro itself passes over fields whose order is to be ignored. */
    @Override
    public boolean equal(T a, T b) {
        return holdsMap ? a.equals(b) : Arrays.equals(encode(a), encode(b));
    }

    @Override
    public ValueReader<T> readerOf(SerializerSnapshot stored) {
        Schema written = AvroSchemas.writtenWith(stored);
        if (written == null) {
            return null;
        }
        Schema renamed = Schema.applyAliases(written, schema);
        boolean fits = SchemaCompatibility.checkReaderWriterCompatibility(schema, renamed)
                        .getType()
                == SchemaCompatibilityType.COMPATIBLE;
        if (!fits || !AvroUnits.areKept(renamed, schema)) {
            return null;
        }
        DatumReader<T> resolving = reader(written);
        return in -> read(in, resolving);
    }

    @Override
    public boolean keepsApart(SerializerSnapshot stored) {
        Schema written = AvroSchemas.writtenWith(stored);
        return written != null && AvroKeys.areKeptApart(Schema.applyAliases(written, schema), schema);
    }

    @Override
    public SerializerSnapshot schema() {
        return new SerializerSnapshot(
                SerializerSnapshot.Kind.CUSTOM,
                AvroSchemas.PREFIX + schema.getFullName(),
                List.of(),
                List.of(schemaJson));
    }
}
