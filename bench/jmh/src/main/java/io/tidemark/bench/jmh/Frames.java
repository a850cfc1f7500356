package io.tidemark.bench.jmh;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ElementFormat;
import io.tidemark.network.channel.ElementReader;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Records of type Long as they lie in a frame: one written, and one read. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Frames {
    private static final int RECORDS = RecordBatch.CAPACITY;

    @SuppressWarnings("unchecked")
    private final TypeSerializer<Object> serializer =
            (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();

    private final BinaryWriter writer = new BinaryWriter(32 << 10);
    private final ElementReader reader = new ElementReader(serializer);
    private final Object[] values = new Object[RECORDS];
    private final long[] timestamps = new long[RECORDS];
    private int length;

    @Setup
    public void fill() {
        long random = 1;
        for (int i = 0; i < RECORDS; i++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            values[i] = random >>> 40;
            timestamps[i] = 1_700_000_000_000L + (random >>> 56);
        }
        encode();
        length = writer.position();
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public int encode() {
        writer.setPosition(0);
        long previous = 0;
        for (int i = 0; i < RECORDS; i++) {
            ElementFormat.writeRecordHeader(writer, timestamps[i], previous, i + 1);
            serializer.serialize(values[i], writer);
            previous = timestamps[i];
        }
        return writer.position();
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void decode(Blackhole seen) {
        reader.wrap(writer.array(), writer.offset(), length);
        while (reader.hasNext()) {
            seen.consume(reader.next());
            reader.clear();
        }
    }
}
