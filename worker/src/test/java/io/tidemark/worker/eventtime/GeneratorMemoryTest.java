package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.eventtime.BoundedOutOfOrdernessWatermarks;
import io.tidemark.api.eventtime.PositionalWatermarks;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerSnapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GeneratorMemoryTest {
    private static final GeneratorMemory OLD =
            new GeneratorMemory("split", 94, true, GeneratorMemory.UNKNOWN, new long[] {100, 94});

    private static GeneratorTime restored(WatermarkGenerator<Object> generator, GeneratorMemory memory) {
        GeneratorTime time = new GeneratorTime("split", generator, -1, (changed, before) -> {});
        time.restore(memory);
        return time;
    }

    private static BoundedOutOfOrdernessWatermarks<Object> bounded() {
        return new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(5));
    }

    @Test
    void aMemoryIsReadBackWithItsFormat() {
        GeneratorMemory memory = restored(bounded(), OLD).memory();
        BinaryWriter out = new BinaryWriter(64);
        GeneratorMemory.serializer().serialize(memory, out);
        assertThat(memory.format()).isEqualTo(BoundedOutOfOrdernessWatermarks.class.getName());
        assertThat(GeneratorMemory.serializer().deserialize(new BinaryReader(out.toByteArray())))
                .isEqualTo(memory);
    }

    @Test
    void aMemoryThatWasStoredBeforeThereWereFormatsIsStillRead() {
        BinaryWriter out = new BinaryWriter(64);
        out.writeString("split");
        out.writeLong(94);
        out.writeBoolean(true);
        out.writeVarInt(3);
        out.writeLong(100);
        out.writeLong(94);
        SerializerSnapshot stored =
                SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, GeneratorMemory.class.getName());
        SchemaComparison comparison = SchemaComparison.of(stored, GeneratorMemory.serializer());
        assertThat(comparison.verdict()).isEqualTo(SchemaComparison.Verdict.READABLE);
        assertThat(comparison.reader(GeneratorMemory.serializer()).read(new BinaryReader(out.toByteArray())))
                .isEqualTo(OLD);
    }

    @Test
    void tm1_ofAMemoryWithoutFormatThatIsTooShortOnlyTheWatermarkAndIdlenessAreKept() {
        GeneratorTime time = restored(new PositionalWatermarks<>(bounded(), Duration.ZERO), OLD);
        assertThat(time.watermark()).isEqualTo(94);
        assertThat(time.isIdle()).isTrue();
        time.afterRecord("record", 90);
        assertThat(time.watermark()).isEqualTo(94);
    }

    @Test
    void aMemoryWithoutFormatThatFitsIsTaken() {
        assertThat(restored(bounded(), OLD).memory().memory()).containsExactly(100, 94);
    }
}
