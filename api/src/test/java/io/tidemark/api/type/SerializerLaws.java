package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;

/** What holds for every serializer and every value. */
final class SerializerLaws {
    private SerializerLaws() {}

    static <T> void hold(TypeInformation<T> type, T value) {
        TypeSerializer<T> serializer = type.createSerializer();
        byte[] bytes = bytes(serializer, value);
        assertThat(bytes).as("bytes of %s", value).isNotEmpty();
        readsBackExactly(serializer, value, bytes);
        copies(serializer, value);
        worksAfterJavaSerialization(serializer, value, bytes);
        refusesEveryBeginningOf(serializer, bytes);
    }

    static <T> byte[] bytes(TypeSerializer<T> serializer, T value) {
        BinaryWriter out = new BinaryWriter(0);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    static <T> T read(TypeSerializer<T> serializer, byte[] bytes) {
        return serializer.deserialize(new BinaryReader(bytes));
    }

    private static <T> void readsBackExactly(TypeSerializer<T> serializer, T value, byte[] bytes) {
        byte[] surrounded = new byte[bytes.length + 9];
        Arrays.fill(surrounded, (byte) -1);
        System.arraycopy(bytes, 0, surrounded, 4, bytes.length);
        BinaryReader in = new BinaryReader();
        in.wrap(surrounded, 4, bytes.length + 5);
        T back = serializer.deserialize(in);
        assertThat(in.position()).isEqualTo(bytes.length);
        assertThat(serializer.equal(value, back))
                .as("%s equals %s", back, value)
                .isTrue();
        assertThat(serializer.hash(back)).isEqualTo(serializer.hash(value));
    }

    private static <T> void copies(TypeSerializer<T> serializer, T value) {
        T copy = serializer.copy(value);
        assertThat(serializer.equal(value, copy)).isTrue();
        if (serializer.isImmutable()) {
            assertThat(copy).isSameAs(value);
        } else {
            assertThat(copy).isNotSameAs(value);
        }
    }

    private static <T> void worksAfterJavaSerialization(TypeSerializer<T> serializer, T value, byte[] bytes) {
        TypeSerializer<T> other = JavaSerialization.copy(serializer);
        assertThat(bytes(other, value)).isEqualTo(bytes);
        assertThat(other.equal(value, read(other, bytes))).isTrue();
        assertThat(other.hash(value)).isEqualTo(serializer.hash(value));
        assertThat(other.schema()).isEqualTo(serializer.schema());
    }

    private static <T> void refusesEveryBeginningOf(TypeSerializer<T> serializer, byte[] bytes) {
        int step = Math.max(1, bytes.length / 50);
        for (int length = 0; length < bytes.length; length += step) {
            byte[] beginning = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(serializer, beginning)).isInstanceOf(CorruptDataException.class);
        }
    }
}
