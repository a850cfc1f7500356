package io.tidemark.type.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SchemaComparison.Verdict;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;

class AvroTypesTest {
    /** What the first version of the job stored payments with. */
    private static final Schema FORMER = SchemaBuilder.record("Payment")
            .namespace("io.tidemark.type.avro")
            .fields()
            .requiredString("id")
            .requiredInt("amount")
            .requiredBoolean("gone")
            .endRecord();

    private static <T> byte[] bytes(TypeSerializer<T> serializer, T value) {
        BinaryWriter out = new BinaryWriter(16);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    private static GenericRecord former(String id, int amount) {
        return new GenericRecordBuilder(FORMER)
                .set("id", id)
                .set("amount", amount)
                .set("gone", true)
                .build();
    }

    /** A schema as it comes back from a savepoint. */
    private static SerializerSnapshot stored(TypeSerializer<?> serializer) {
        BinaryWriter out = new BinaryWriter(16);
        serializer.schema().writeTo(out);
        return SerializerSnapshot.readFrom(new BinaryReader(out.toByteArray()));
    }

    @Test
    void aGeneratedClassIsFoundByReflectionAlsoInsideOfARecord() {
        assertThat(TypeInformation.of(Payment.class)).isEqualTo(AvroTypes.SPECIFIC(Payment.class));
        record Order(String customer, Payment payment) {}
        assertThat(TypeInformation.of(Order.class).fallbacks()).isEmpty();
    }

    @Test
    void aGenericRecordFallsBackAndSaysWhatToGiveInstead() {
        assertThat(TypeInformation.of(GenericRecord.class).fallbacks())
                .singleElement()
                .satisfies(fallback -> assertThat(fallback.reason()).contains("AvroTypes.GENERIC(schema)"));
    }

    @Test
    void theExampleOfWhatToWriteNamesAGeneratedClassByItsClass() {
        assertThatThrownBy(() -> TypeInformation.of(new TypeHint<Tuple2<Payment, Object>>() {}))
                .hasMessageContaining("Types.TUPLE(TypeInformation.of(Payment.class), Types.STRING)");
    }

    @Test
    void aRecordComesBackEqualWithTheBytesBehindItUntouched() {
        TypeSerializer<Payment> serializer = AvroTypes.SPECIFIC(Payment.class).createSerializer();
        Payment payment = new Payment("p1", 250, null);
        BinaryWriter out = new BinaryWriter(16);
        serializer.serialize(payment, out);
        serializer.serialize(new Payment("p2", 1, "x"), out);
        BinaryReader in = new BinaryReader(out.toByteArray());
        assertThat(serializer.deserialize(in)).isEqualTo(payment);
        assertThat(serializer.deserialize(in)).isEqualTo(new Payment("p2", 1, "x"));
        assertThat(in.remaining()).isZero();
        assertThat(serializer.copy(payment)).isEqualTo(payment).isNotSameAs(payment);
        assertThat(serializer.hash(new Payment("p1", 250, null))).isEqualTo(serializer.hash(payment));
    }

    @Test
    @SuppressWarnings("unchecked")
    void aSerializerWorksAfterJavaSerialization() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        new ObjectOutputStream(written)
                .writeObject(AvroTypes.SPECIFIC(Payment.class).createSerializer());
        TypeSerializer<Payment> serializer = (TypeSerializer<Payment>)
                new ObjectInputStream(new ByteArrayInputStream(written.toByteArray())).readObject();
        Payment payment = new Payment("p1", 250, "n");
        assertThat(serializer.deserialize(new BinaryReader(bytes(serializer, payment))))
                .isEqualTo(payment);
    }

    @Test
    void aLaterVersionReadsWhatAvrosRulesAllow() {
        TypeSerializer<GenericRecord> before = AvroTypes.GENERIC(FORMER).createSerializer();
        TypeSerializer<Payment> after = AvroTypes.SPECIFIC(Payment.class).createSerializer();
        SchemaComparison comparison = SchemaComparison.of(stored(before), after);
        assertThat(comparison.verdict()).isEqualTo(Verdict.READABLE);
        // A field was renamed and widened, one is gone, and one is new.
        assertThat(comparison.reader(after).read(new BinaryReader(bytes(before, former("p1", 7)))))
                .isEqualTo(new Payment("p1", 7, null));
    }

    @Test
    void whatAvrosRulesDoNotAllowIsAMisfit() {
        Schema other = SchemaBuilder.record("Payment")
                .namespace("io.tidemark.type.avro")
                .fields()
                .requiredString("id")
                .requiredString("amount")
                .endRecord();
        TypeSerializer<GenericRecord> before = AvroTypes.GENERIC(other).createSerializer();
        SchemaComparison comparison = SchemaComparison.of(
                stored(before), AvroTypes.SPECIFIC(Payment.class).createSerializer());
        assertThat(comparison.verdict()).isEqualTo(Verdict.MISFIT);
    }

    private static Verdict verdict(Schema written, Schema declared) {
        return SchemaComparison.of(
                        stored(AvroTypes.GENERIC(written).createSerializer()),
                        AvroTypes.GENERIC(declared).createSerializer())
                .verdict();
    }

    /** Of one field, which may be null. */
    private static Schema holding(LogicalType unit, Schema.Type type) {
        return SchemaBuilder.record("Holder")
                .fields()
                .name("value")
                .type(Schema.createUnion(Schema.create(Schema.Type.NULL), unit.addToSchema(Schema.create(type))))
                .noDefault()
                .endRecord();
    }

    @Test
    void aNumberOfOtherUnitsIsAMisfitThoughItsBytesCouldBeRead() {
        Schema millis = holding(LogicalTypes.timestampMillis(), Schema.Type.LONG);
        assertThat(verdict(millis, holding(LogicalTypes.timestampMicros(), Schema.Type.LONG)))
                .isEqualTo(Verdict.MISFIT);
        Schema cents = holding(LogicalTypes.decimal(10, 2), Schema.Type.BYTES);
        assertThat(verdict(cents, holding(LogicalTypes.decimal(10, 4), Schema.Type.BYTES)))
                .isEqualTo(Verdict.MISFIT);
        assertThat(verdict(cents, holding(LogicalTypes.decimal(12, 2), Schema.Type.BYTES)))
                .isEqualTo(Verdict.READABLE);
    }

    private static Verdict verdictAsKeys(Schema written, Schema declared) {
        return SchemaComparison.of(
                        stored(Types.MAP(AvroTypes.GENERIC(written), Types.LONG).createSerializer()),
                        Types.MAP(AvroTypes.GENERIC(declared), Types.LONG).createSerializer())
                .verdict();
    }

    @Test
    void asKeysOfAMapRecordsMayGetAFieldAndMayNotLoseOne() {
        Schema id = SchemaBuilder.record("Key").fields().requiredInt("id").endRecord();
        Schema wider = SchemaBuilder.record("Key").fields().requiredLong("id").endRecord();
        Schema more = SchemaBuilder.record("Key")
                .fields()
                .requiredInt("id")
                .name("of")
                .type()
                .stringType()
                .stringDefault("")
                .endRecord();
        assertThat(verdictAsKeys(id, more)).isEqualTo(Verdict.READABLE);
        assertThat(verdictAsKeys(id, wider)).isEqualTo(Verdict.READABLE);
        assertThat(verdict(more, id)).isEqualTo(Verdict.READABLE);
        assertThat(verdictAsKeys(more, id)).isEqualTo(Verdict.MISFIT);
    }

    @Test
    void asKeysOfAMapNumbersOfTwoTypesDoNotBecomeOne() {
        Schema either = SchemaBuilder.record("Key")
                .fields()
                .name("id")
                .type(Schema.createUnion(Schema.create(Schema.Type.INT), Schema.create(Schema.Type.LONG)))
                .noDefault()
                .endRecord();
        Schema one = SchemaBuilder.record("Key").fields().requiredLong("id").endRecord();
        assertThat(verdict(either, one)).isEqualTo(Verdict.READABLE);
        assertThat(verdictAsKeys(either, one)).isEqualTo(Verdict.MISFIT);
        Schema colour = Schema.createEnum("Colour", null, null, List.of("RED", "BLUE", "GREEN"), "RED");
        Schema less = Schema.createEnum("Colour", null, null, List.of("RED", "BLUE"), "RED");
        Schema before = SchemaBuilder.record("Key")
                .fields()
                .name("c")
                .type(colour)
                .noDefault()
                .endRecord();
        Schema after = SchemaBuilder.record("Key")
                .fields()
                .name("c")
                .type(less)
                .noDefault()
                .endRecord();
        assertThat(verdictAsKeys(after, before)).isEqualTo(Verdict.READABLE);
        assertThat(verdictAsKeys(before, after)).isEqualTo(Verdict.MISFIT);
    }

    @Test
    void aFieldThatAvroIgnoresWhenItComparesStillTellsTwoKeysApart() {
        Schema schema = new Schema.Parser().parse("""
                {"type": "record", "name": "Noted", "fields": [
                  {"name": "id", "type": "int"}, {"name": "note", "type": "int", "order": "ignore"}]}""");
        GenericRecord one =
                new GenericRecordBuilder(schema).set("id", 1).set("note", 1).build();
        GenericRecord other =
                new GenericRecordBuilder(schema).set("id", 1).set("note", 2).build();
        TypeSerializer<GenericRecord> serializer = AvroTypes.GENERIC(schema).createSerializer();
        assertThat(one).isEqualTo(other);
        assertThat(serializer.equal(one, other)).isFalse();
        assertThat(serializer.equal(one, serializer.copy(one))).isTrue();
    }

    @Test
    void recordsOfASchemaThatWasMadeByHandAreOfThatSchema() {
        Schema schema = Schema.createRecord("Made", null, null, false);
        schema.setFields(List.of(new Schema.Field("count", Schema.create(Schema.Type.LONG), null, 1L)));
        GenericRecord record = new GenericRecordBuilder(schema).set("count", 5L).build();
        TypeSerializer<GenericRecord> serializer = AvroTypes.GENERIC(schema).createSerializer();
        GenericRecord read = serializer.deserialize(new BinaryReader(bytes(serializer, record)));
        assertThat(read.get("count")).isEqualTo(5L);
    }

    @Test
    void theSameSchemaIsTheSame() {
        TypeSerializer<Payment> serializer = AvroTypes.SPECIFIC(Payment.class).createSerializer();
        assertThat(SchemaComparison.of(stored(serializer), serializer).verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void aGenericRecordOfAnotherSchemaIsRefused() {
        TypeSerializer<GenericRecord> serializer =
                AvroTypes.GENERIC(Payment.SCHEMA$).createSerializer();
        assertThatThrownBy(() -> bytes(serializer, former("p1", 7))).hasMessageContaining("as it was declared");
        assertThatThrownBy(() -> AvroTypes.GENERIC(Schema.create(Schema.Type.INT)))
                .hasMessageContaining("RECORD");
    }

    @Test
    void aRecordWithoutMapsCanBeAKeyAndOneWithMapsSaysWhyNot() {
        assertThat(AvroTypes.SPECIFIC(Payment.class).isKeyType()).isTrue();
        Schema maps = SchemaBuilder.record("Maps")
                .fields()
                .name("counts")
                .type()
                .map()
                .values()
                .intType()
                .noDefault()
                .endRecord();
        assertThat(AvroTypes.GENERIC(maps).whyNotKey())
                .hasValueSatisfying(why -> assertThat(why)
                        .isEqualTo("GenericRecord(Maps) holds a map, and equal maps may have different bytes"));
        GenericRecord record = new GenericData.Record(maps);
        record.put("counts", Map.of("a", 1));
        TypeSerializer<GenericRecord> serializer = AvroTypes.GENERIC(maps).createSerializer();
        assertThat(serializer.hash(record)).isEqualTo(serializer.hash(serializer.copy(record)));
    }

    @Test
    void onlyGeneratedClassesAreMadeBecauseASchemaNamesThem() {
        JobRecords records = new JobRecords(Payment.class);
        assertThat(records.getClass(Payment.SCHEMA$)).isEqualTo(Payment.class);
        Schema thread =
                SchemaBuilder.record("Thread").namespace("java.lang").fields().endRecord();
        assertThat(records.getClass(thread)).isNull();
    }

    @Test
    void aRecordThatCannotBeWrittenLeavesNothingForTheNext() {
        GenericRecord half = new GenericData.Record(FORMER);
        half.put("id", "p1");
        TypeSerializer<GenericRecord> former = AvroTypes.GENERIC(FORMER).createSerializer();
        assertThatThrownBy(() -> bytes(former, half)).isInstanceOf(RuntimeException.class);
        assertThat(bytes(former, former("p1", 250)))
                .isEqualTo(bytes(AvroTypes.GENERIC(FORMER).createSerializer(), former("p1", 250)));
    }

    @Test
    void bytesOfSomethingElseAreCorrupt() {
        TypeSerializer<Payment> serializer = AvroTypes.SPECIFIC(Payment.class).createSerializer();
        assertThatThrownBy(() -> serializer.deserialize(new BinaryReader(new byte[] {2, 40, 1})))
                .isInstanceOf(CorruptDataException.class);
    }
}
