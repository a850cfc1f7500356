package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryBuffersTest {

    @Property
    void numbersComeBackAsTheyWere(
            @ForAll boolean z,
            @ForAll byte b,
            @ForAll short s,
            @ForAll char c,
            @ForAll int i,
            @ForAll long l,
            @ForAll float f,
            @ForAll double d) {
        BinaryWriter out = new BinaryWriter(1);
        out.writeBoolean(z);
        out.writeByte(b);
        out.writeShort(s);
        out.writeChar(c);
        out.writeInt(i);
        out.writeLong(l);
        out.writeFloat(f);
        out.writeDouble(d);
        BinaryReader in = new BinaryReader(out.toByteArray());
        assertThat(in.readBoolean()).isEqualTo(z);
        assertThat(in.readByte()).isEqualTo(b);
        assertThat(in.readShort()).isEqualTo(s);
        assertThat(in.readChar()).isEqualTo(c);
        assertThat(in.readInt()).isEqualTo(i);
        assertThat(in.readLong()).isEqualTo(l);
        assertThat(in.readFloat()).isEqualTo(f);
        assertThat(in.readDouble()).isEqualTo(d);
        assertThat(in.remaining()).isZero();
    }

    @Property
    void numbersOfVariableLengthComeBackAsTheyWere(@ForAll int i, @ForAll long l) {
        BinaryWriter out = new BinaryWriter(1);
        out.writeVarInt(i);
        out.writeSignedVarInt(i);
        out.writeVarLong(l);
        out.writeSignedVarLong(l);
        BinaryReader in = new BinaryReader(out.toByteArray());
        assertThat(in.readVarInt()).isEqualTo(i);
        assertThat(in.readSignedVarInt()).isEqualTo(i);
        assertThat(in.readVarLong()).isEqualTo(l);
        assertThat(in.readSignedVarLong()).isEqualTo(l);
    }

    @ParameterizedTest
    @CsvSource({"0,1", "127,1", "128,2", "16383,2", "16384,3", "2147483647,5", "-1,5"})
    void aVarIntTakesSevenBitsAByte(int value, int bytes) {
        BinaryWriter out = new BinaryWriter(8);
        out.writeVarInt(value);
        assertThat(out.length()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0,1", "-1,1", "63,1", "-64,1", "64,2", "-9223372036854775808,10"})
    void aSignedVarLongIsShortForSmallNumbersOfEitherSign(long value, int bytes) {
        BinaryWriter out = new BinaryWriter(8);
        out.writeSignedVarLong(value);
        assertThat(out.length()).isEqualTo(bytes);
    }

    @Property
    void stringsOfAnyCharactersComeBackAsTheyWere(@ForAll String value) {
        assertThat(throughBytes(value)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "ascii", "caf\u00e9 \u00ff", "\u0100", "\u20ac 1", "\u65e5\u672c\u8a9e", "a\ud83c\udf0az"})
    void stringsOfEachEncodingComeBackAsTheyWere(String value) {
        assertThat(throughBytes(value)).isEqualTo(value);
    }

    @Test
    void halfASurrogatePairIsKept() {
        assertThat(throughBytes("a\ud83c")).isEqualTo("a\ud83c");
        assertThat(throughBytes("\udf0ab\u20ac")).isEqualTo("\udf0ab\u20ac");
        assertThat(throughBytes("\udf0a\ud83c")).isEqualTo("\udf0a\ud83c");
    }

    private static String throughBytes(String value) {
        BinaryWriter out = new BinaryWriter(0);
        out.writeInt(7);
        out.writeString(value);
        BinaryReader in = new BinaryReader(out.toByteArray());
        assertThat(in.readInt()).isEqualTo(7);
        String back = in.readString();
        assertThat(in.remaining()).isZero();
        return back;
    }

    @Test
    void anAsciiCharacterTakesOneByte() {
        BinaryWriter out = new BinaryWriter(16);
        out.writeString("abc");
        assertThat(out.toByteArray()).isEqualTo(new byte[] {3 << 2, 'a', 'b', 'c'});
    }

    @Property
    void theWriterGrowsFromAnyCapacity(@ForAll @Size(max = 5000) byte[] bytes) {
        BinaryWriter out = new BinaryWriter(0);
        for (byte b : bytes) {
            out.writeByte(b);
        }
        out.writeBytes(bytes, 0, bytes.length);
        byte[] written = out.toByteArray();
        assertThat(Arrays.copyOf(written, bytes.length)).isEqualTo(bytes);
        assertThat(Arrays.copyOfRange(written, bytes.length, written.length)).isEqualTo(bytes);
    }

    @Test
    void aForeignArrayIsWrittenInPlaceWhileThereIsRoom() {
        byte[] foreign = new byte[10];
        BinaryWriter out = new BinaryWriter(4);
        out.wrap(foreign, 3, 7);
        out.writeInt(0x01020304);
        assertThat(out.array()).isSameAs(foreign);
        assertThat(out.offset()).isEqualTo(3);
        assertThat(out.length()).isEqualTo(4);
        assertThat(foreign).isEqualTo(new byte[] {0, 0, 0, 1, 2, 3, 4, 0, 0, 0});
    }

    @Test
    void onOverflowTheBytesMoveAndTheForeignArrayIsNotTouchedBeyondItsLimit() {
        byte[] foreign = new byte[10];
        BinaryWriter out = new BinaryWriter(4);
        out.wrap(foreign, 3, 7);
        out.writeShort(0x0102);
        int at = out.position();
        out.writeShort(0);
        out.writeInt(0x05060708);
        out.putByte(at, 9);
        assertThat(out.array()).isNotSameAs(foreign);
        assertThat(out.toByteArray()).isEqualTo(new byte[] {1, 2, 9, 0, 5, 6, 7, 8});
        assertThat(Arrays.copyOfRange(out.array(), out.offset(), out.offset() + out.length()))
                .isEqualTo(out.toByteArray());
        assertThat(Arrays.copyOfRange(foreign, 7, 10)).isEqualTo(new byte[3]);
    }

    @Test
    void afterResetTheWriterIsBackOnItsOwnArray() {
        byte[] foreign = new byte[10];
        BinaryWriter out = new BinaryWriter(4);
        out.wrap(foreign, 0, 10);
        out.writeInt(1);
        out.reset();
        out.writeInt(2);
        assertThat(out.array()).isNotSameAs(foreign);
        assertThat(out.toByteArray()).isEqualTo(new byte[] {0, 0, 0, 2});
        assertThat(foreign[3]).isEqualTo((byte) 1);
    }

    @Test
    void roomCanBeLeftAndFilledLater() {
        BinaryWriter out = new BinaryWriter(0);
        int at = out.position();
        out.setPosition(at + Integer.BYTES);
        out.writeByte(5);
        out.putInt(at, out.length());
        assertThat(out.toByteArray()).isEqualTo(new byte[] {0, 0, 0, 5, 5});
        out.setPosition(1);
        assertThat(out.toByteArray()).isEqualTo(new byte[] {0});
    }

    @Test
    void bytesThatWereNotWrittenCannotBeOverwritten() {
        BinaryWriter out = new BinaryWriter(100);
        out.writeShort(1);
        assertThatThrownBy(() -> out.putInt(0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.putByte(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.setPosition(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void moreBytesThanAnArrayHoldsAreRefusedBeforeAnythingIsWritten() {
        BinaryWriter out = new BinaryWriter(0);
        out.writeInt(1);
        assertThatThrownBy(() -> out.setPosition(Integer.MAX_VALUE))
                .isInstanceOf(ValueTooLargeException.class)
                .hasMessageContaining("2147483647 bytes");
        assertThat(out.length()).isEqualTo(4);
    }

    @Test
    void everyNanIsWrittenAsTheSameBytes() {
        BinaryWriter one = new BinaryWriter(8);
        one.writeDouble(Double.longBitsToDouble(0x7ff8_0000_0000_0001L));
        BinaryWriter other = new BinaryWriter(8);
        other.writeDouble(Double.NaN);
        assertThat(one.toByteArray()).isEqualTo(other.toByteArray());
    }

    @Test
    void readingPastTheEndSaysWhereAndWhat() {
        byte[] bytes = new byte[20];
        BinaryReader in = new BinaryReader();
        in.wrap(bytes, 5, 10);
        in.readLong();
        assertThatThrownBy(in::readInt)
                .isInstanceOf(CorruptDataException.class)
                .hasMessage("Corrupt data at byte 8: reading an int needs 4 bytes, 2 remain");
        assertThat(in.remaining()).isEqualTo(2);
    }

    @Test
    void aLengthThatCannotFollowIsRefusedBeforeAnythingIsAllocated() {
        BinaryWriter out = new BinaryWriter(8);
        out.writeVarInt(Integer.MAX_VALUE);
        assertThatThrownBy(() -> new BinaryReader(out.toByteArray()).readCount(1, "elements"))
                .isInstanceOf(CorruptDataException.class)
                .hasMessage("Corrupt data at byte 0: 2147483647 elements cannot follow: 0 bytes remain");
        out.reset();
        out.writeVarInt(-1);
        assertThatThrownBy(() -> new BinaryReader(out.toByteArray()).readCount(1, "elements"))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("-1 elements");
        out.reset();
        out.writeVarInt(3);
        out.writeLong(0);
        assertThatThrownBy(() -> new BinaryReader(out.toByteArray()).readCount(4, "ints"))
                .isInstanceOf(CorruptDataException.class);
    }

    @Test
    void tagsAndFlagsThatDoNotExistAreRefused() {
        assertThatThrownBy(() -> new BinaryReader(new byte[] {2}).readBoolean())
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("a boolean is 0 or 1, this is 2");
        assertThatThrownBy(() -> new BinaryReader(new byte[] {3}).readString())
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("encoding");
        byte[] endless = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
        assertThatThrownBy(() -> new BinaryReader(endless).readVarInt()).isInstanceOf(CorruptDataException.class);
        assertThatThrownBy(() -> new BinaryReader(endless).readVarLong()).isInstanceOf(CorruptDataException.class);
    }
}
