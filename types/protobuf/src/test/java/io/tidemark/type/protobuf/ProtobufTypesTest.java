package io.tidemark.type.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SchemaComparison.Verdict;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With messages that come with Protobuf itself. */
class ProtobufTypesTest {
    private final TypeSerializer<Timestamp> serializer =
            ProtobufTypes.MESSAGE(Timestamp.class).createSerializer();

    private static <T> byte[] bytes(TypeSerializer<T> serializer, T value) {
        BinaryWriter out = new BinaryWriter(16);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    private static Timestamp timestamp(long seconds, int nanos) {
        return Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();
    }

    /** Another version of google.protobuf.Timestamp. */
    private static Descriptor version(FieldDescriptorProto... fields) throws DescriptorValidationException {
        return timestampOf(DescriptorProto.newBuilder().addAllField(List.of(fields)), "proto3");
    }

    /** One whose fields are all in one oneof. */
    private static Descriptor oneOf(FieldDescriptorProto... fields) throws DescriptorValidationException {
        DescriptorProto.Builder message = DescriptorProto.newBuilder()
                .addOneofDecl(OneofDescriptorProto.newBuilder().setName("choice"));
        for (FieldDescriptorProto field : fields) {
            message.addField(field.toBuilder().setOneofIndex(0));
        }
        return timestampOf(message, "proto3");
    }

    private static Descriptor timestampOf(DescriptorProto.Builder message, String syntax)
            throws DescriptorValidationException {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("former.proto")
                .setPackage("google.protobuf")
                .setSyntax(syntax)
                .addMessageType(message.setName("Timestamp"))
                .build();
        return FileDescriptor.buildFrom(file, new FileDescriptor[0])
                .getMessageTypes()
                .get(0);
    }

    private static FieldDescriptorProto field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .build();
    }

    private Verdict verdictOf(Descriptor stored) {
        return SchemaComparison.of(ProtobufRules.snapshotOf(stored), serializer).verdict();
    }

    @Test
    void aGeneratedClassIsFoundByReflectionAlsoInsideOfARecord() {
        assertThat(TypeInformation.of(Timestamp.class)).isEqualTo(ProtobufTypes.MESSAGE(Timestamp.class));
        record Order(String customer, Timestamp at) {}
        assertThat(TypeInformation.of(Order.class).fallbacks()).isEmpty();
    }

    @Test
    void aMessageComesBackEqualWithTheBytesBehindItUntouched() {
        BinaryWriter out = new BinaryWriter(16);
        serializer.serialize(timestamp(5, 7), out);
        serializer.serialize(timestamp(0, 0), out);
        BinaryReader in = new BinaryReader(out.toByteArray());
        assertThat(serializer.deserialize(in)).isEqualTo(timestamp(5, 7));
        assertThat(serializer.deserialize(in)).isEqualTo(timestamp(0, 0));
        assertThat(in.remaining()).isZero();
        assertThat(serializer.isImmutable()).isTrue();
        assertThat(serializer.hash(timestamp(5, 7))).isEqualTo(serializer.hash(timestamp(5, 7)));
    }

    @Test
    @SuppressWarnings("unchecked")
    void aSerializerWorksAfterJavaSerialization() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        new ObjectOutputStream(written).writeObject(serializer);
        TypeSerializer<Timestamp> read = (TypeSerializer<Timestamp>)
                new ObjectInputStream(new ByteArrayInputStream(written.toByteArray())).readObject();
        assertThat(read.deserialize(new BinaryReader(bytes(read, timestamp(1, 2)))))
                .isEqualTo(timestamp(1, 2));
    }

    @Test
    void fieldsComeGoAndGetWiderAndWhatIsNotKnownIsKept() throws Exception {
        Descriptor former = version(
                field("seconds", 1, FieldDescriptorProto.Type.TYPE_INT32),
                field("gone", 9, FieldDescriptorProto.Type.TYPE_STRING));
        assertThat(verdictOf(former)).isEqualTo(Verdict.READABLE);
        // Since it is kept, keys that differ in it alone still differ.
        assertThat(serializer.keepsApart(ProtobufRules.snapshotOf(former))).isTrue();
        byte[] message = DynamicMessage.newBuilder(former)
                .setField(former.findFieldByName("seconds"), 12)
                .setField(former.findFieldByName("gone"), "x")
                .build()
                .toByteArray();
        BinaryWriter out = new BinaryWriter(16);
        out.writeVarInt(message.length);
        out.writeBytes(message, 0, message.length);
        Timestamp read = SchemaComparison.of(ProtobufRules.snapshotOf(former), serializer)
                .reader(serializer)
                .read(new BinaryReader(out.toByteArray()));
        assertThat(read.getSeconds()).isEqualTo(12);
        assertThat(read.getUnknownFields().hasField(9)).isTrue();
        assertThat(serializer.deserialize(new BinaryReader(bytes(serializer, read))))
                .isEqualTo(read);
    }

    @Test
    void aFieldWhoseTypeLosesValuesIsAMisfit() throws Exception {
        assertThat(verdictOf(version(field("nanos", 2, FieldDescriptorProto.Type.TYPE_INT64))))
                .isEqualTo(Verdict.MISFIT);
        assertThat(verdictOf(version(field("seconds", 1, FieldDescriptorProto.Type.TYPE_STRING))))
                .isEqualTo(Verdict.MISFIT);
        assertThat(verdictOf(version(field("seconds", 1, FieldDescriptorProto.Type.TYPE_INT64).toBuilder()
                        .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
                        .build())))
                .isEqualTo(Verdict.MISFIT);
    }

    private static boolean fits(Descriptor stored, Descriptor declared) {
        return ProtobufRules.fits(ProtobufRules.snapshotOf(stored), ProtobufRules.snapshotOf(declared));
    }

    @Test
    void fieldsThatCouldBeThereTogetherDoNotFitIntoAOneof() throws Exception {
        FieldDescriptorProto a = field("a", 1, FieldDescriptorProto.Type.TYPE_INT64);
        FieldDescriptorProto b = field("b", 2, FieldDescriptorProto.Type.TYPE_INT32);
        assertThat(fits(version(a, b), oneOf(a, b))).isFalse();
        assertThat(fits(oneOf(a, b), oneOf(a, b))).isTrue();
        assertThat(fits(version(a), oneOf(a, b))).isTrue();
        assertThat(fits(oneOf(a, b), version(a, b))).isTrue();
    }

    @Test
    void aFieldThatEveryMessageMustHaveFitsWhereItWasSoBefore() throws Exception {
        FieldDescriptorProto may = field("a", 1, FieldDescriptorProto.Type.TYPE_INT64);
        FieldDescriptorProto must = may.toBuilder()
                .setLabel(FieldDescriptorProto.Label.LABEL_REQUIRED)
                .build();
        Descriptor optional = timestampOf(DescriptorProto.newBuilder().addField(may), "proto2");
        Descriptor required = timestampOf(DescriptorProto.newBuilder().addField(must), "proto2");
        assertThat(fits(optional, required)).isFalse();
        assertThat(fits(required, required)).isTrue();
        assertThat(fits(required, optional)).isTrue();
    }

    @Test
    void theNamesOfFieldsDoNotMatterAndTheNameOfTheMessageDoes() throws Exception {
        assertThat(verdictOf(version(
                        field("s", 1, FieldDescriptorProto.Type.TYPE_INT64),
                        field("n", 2, FieldDescriptorProto.Type.TYPE_INT32))))
                .isEqualTo(Verdict.SAME);
        assertThat(verdictOf(Struct.getDescriptor())).isEqualTo(Verdict.MISFIT);
    }

    @Test
    void messagesThatHoldThemselvesAreCompared() {
        TypeSerializer<Struct> struct = ProtobufTypes.MESSAGE(Struct.class).createSerializer();
        assertThat(SchemaComparison.of(struct.schema(), struct).verdict()).isEqualTo(Verdict.SAME);
        Struct value = Struct.newBuilder()
                .putFields("b", Value.newBuilder().setNumberValue(1).build())
                .putFields("a", Value.newBuilder().setStringValue("x").build())
                .build();
        assertThat(struct.deserialize(new BinaryReader(bytes(struct, value)))).isEqualTo(value);
    }

    @Test
    void aMessageWithoutMapsCanBeAKeyAndOneWithMapsSaysWhyNot() {
        assertThat(ProtobufTypes.MESSAGE(Timestamp.class).isKeyType()).isTrue();
        assertThat(ProtobufTypes.MESSAGE(Struct.class).whyNotKey())
                .contains("Struct holds a map, and equal maps may have different bytes");
    }

    @Test
    void bytesOfSomethingElseAreCorrupt() {
        assertThatThrownBy(() -> serializer.deserialize(new BinaryReader(new byte[] {2, 15, 15})))
                .isInstanceOf(CorruptDataException.class);
    }
}
