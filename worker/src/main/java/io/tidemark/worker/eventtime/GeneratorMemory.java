package io.tidemark.worker.eventtime;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.type.ValueReader;
import java.util.Arrays;

/**
 * What a snapshot keeps of a generator.
 *
 * @param name of its split, or empty
 * @param watermark the last it emitted; {@link Long#MIN_VALUE} for none
 * @param format what the generator calls its memory; {@link #UNKNOWN} when it has none or an older version stored it
 * @param memory what the generator itself remembers; null when it does not say
 */
public record GeneratorMemory(String name, long watermark, boolean idle, String format, long[] memory) {
    static final String UNKNOWN = "";

    @Override
    public boolean equals(Object other) {
        return other instanceof GeneratorMemory that
                && name.equals(that.name)
                && watermark == that.watermark
                && idle == that.idle
                && format.equals(that.format)
                && Arrays.equals(memory, that.memory);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Long.hashCode(watermark);
    }

    /** This, idle or not. */
    GeneratorMemory asIdleAs(boolean isIdle) {
        return new GeneratorMemory(name, watermark, isIdle, format, memory);
    }

    public static TypeSerializer<GeneratorMemory> serializer() {
        return Serializer.INSTANCE;
    }

    private enum Serializer implements TypeSerializer<GeneratorMemory> {
        INSTANCE;

        @Override
        public void serialize(GeneratorMemory memory, BinaryWriter out) {
            out.writeString(memory.name);
            out.writeLong(memory.watermark);
            out.writeBoolean(memory.idle);
            out.writeString(memory.format);
            out.writeVarInt(memory.memory == null ? 0 : memory.memory.length + 1);
            for (int i = 0; memory.memory != null && i < memory.memory.length; i++) {
                out.writeLong(memory.memory[i]);
            }
        }

        @Override
        public GeneratorMemory deserialize(BinaryReader in) {
            return read(in, true);
        }

        private static GeneratorMemory read(BinaryReader in, boolean hasFormat) {
            String name = in.readString();
            long watermark = in.readLong();
            boolean idle = in.readBoolean();
            String format = hasFormat ? in.readString() : UNKNOWN;
            int count = in.readVarInt();
            long[] values = count == 0 ? null : new long[count - 1];
            for (int i = 0; i < count - 1; i++) {
                values[i] = in.readLong();
            }
            return new GeneratorMemory(name, watermark, idle, format, values);
        }

        @Override
        public GeneratorMemory copy(GeneratorMemory memory) {
            return memory;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(GeneratorMemory memory) {
            return memory.hashCode();
        }

        /** The first version had no format, and no fields in its schema. */
        @Override
        public ValueReader<GeneratorMemory> readerOf(SerializerSnapshot stored) {
            boolean isFirst = stored.kind() == SerializerSnapshot.Kind.CUSTOM
                    && stored.typeName().equals(GeneratorMemory.class.getName())
                    && stored.fields().isEmpty();
            return isFirst ? in -> read(in, false) : null;
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, GeneratorMemory.class.getName())
                    .withField("format", false, Types.STRING.createSerializer().schema());
        }
    }
}
