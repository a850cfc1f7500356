package io.tidemark.bench.jmh;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A value written, and one read. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Serializers {
    /** What a job's records are like. */
    public record Reading(String sensor, long timeMs, int value) {}

    @Param({"Long", "String", "record"})
    public String type;

    private final BinaryWriter writer = new BinaryWriter(64);
    private final BinaryReader reader = new BinaryReader();
    private TypeSerializer<Object> serializer;
    private Object value;
    private int length;

    @Setup
    @SuppressWarnings("unchecked")
    public void make() {
        TypeInformation<?> information = switch (type) {
            case "Long" -> Types.LONG;
            case "String" -> Types.STRING;
            default -> TypeInformation.of(Reading.class);
        };
        value = switch (type) {
            case "Long" -> 1_234_567L;
            case "String" -> "sensor-4711";
            default -> new Reading("sensor-4711", 1_700_000_000_000L, 42);
        };
        serializer = (TypeSerializer<Object>) information.createSerializer();
        write();
        length = writer.length();
    }

    @Benchmark
    public int write() {
        writer.setPosition(0);
        serializer.serialize(value, writer);
        return writer.position();
    }

    @Benchmark
    public Object read() {
        reader.wrap(writer.array(), writer.offset(), length);
        return serializer.deserialize(reader);
    }
}
