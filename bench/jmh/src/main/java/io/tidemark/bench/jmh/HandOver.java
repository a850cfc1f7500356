package io.tidemark.bench.jmh;

import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.channel.LocalChannel;
import io.tidemark.network.channel.OutputChannel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A record through a channel inside a worker: written, handed over with its batch, read; the batch goes back. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class HandOver {
    private final LocalChannel channel = LocalChannel.create(new ChannelId("job", 1, 1, 0, 0), 4, 1_000_000);
    private final OutputChannel output = channel.output();
    private final InputChannel input = channel.input();
    private final Object value = "a record";

    @Benchmark
    @OperationsPerInvocation(RecordBatch.CAPACITY)
    public void record(Blackhole seen) {
        for (int i = 0; i < RecordBatch.CAPACITY; i++) {
            output.write(value, i, i);
        }
        output.flush(0, true);
        RecordBatch batch = (RecordBatch) input.poll();
        for (int i = 0; i < batch.size(); i++) {
            seen.consume(batch.value(i));
            seen.consume(batch.timestamp(i));
        }
        input.recycle(batch);
    }
}
