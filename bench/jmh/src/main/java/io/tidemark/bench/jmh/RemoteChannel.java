package io.tidemark.bench.jmh;

import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.data.DataClient;
import io.tidemark.network.data.DataClientConfig;
import io.tidemark.network.data.DataLimits;
import io.tidemark.network.data.DataServer;
import io.tidemark.network.data.DataServerConfig;
import io.tidemark.network.data.RemoteOutputChannel;
import io.tidemark.network.rpc.Security;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A channel between two workers over a socket on loopback, with eight buffers of credit. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class RemoteChannel {
    private static final int CREDIT = 8;
    private static final int RECORDS = 1 << 16;

    private DataServer server;
    private DataClient client;
    private RemoteOutputChannel output;
    private InputChannel input;
    private final Object value = 1_234_567L;

    @Setup
    @SuppressWarnings("unchecked")
    public void connect() {
        TypeSerializer<Object> longs = (TypeSerializer<Object>) (TypeSerializer<?>) Types.LONG.createSerializer();
        server = DataServer.start(
                new DataServerConfig("127.0.0.1", 0, Security.LOOPBACK_ONLY, "a", () -> 1, DataLimits.DEFAULT));
        ChannelId id = new ChannelId("job", 1, 1, 0, 0);
        input = server.register(id, longs, CREDIT);
        client = new DataClient(new DataClientConfig(Security.LOOPBACK_ONLY, "b", 1_000_000, DataLimits.DEFAULT));
        output = client.open("127.0.0.1:" + server.address().getPort(), 1, id, longs);
        pass(1);
    }

    /** A record of a stream of them: buffers are full, credit comes back with each. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void record() {
        pass(RECORDS);
    }

    /** One record by itself: a frame there, and its credit back. */
    @Benchmark
    public void frameAndItsCredit() {
        pass(1);
    }

    private void pass(int records) {
        int written = 0;
        int read = 0;
        while (read < records) {
            while (written < records && output.hasRoom()) {
                output.write(value, written, written + 1);
                written++;
            }
            output.flush(0, written == records);
            Object element = input.poll();
            if (element == null) {
                if (output.failure() != null || input.failure() != null) {
                    throw new IllegalStateException(
                            "the channel is lost: " + output.failure() + ", " + input.failure());
                }
                // On a single core Netty's threads have to be let in.
                Thread.yield();
                continue;
            }
            RecordBatch batch = (RecordBatch) element;
            read += batch.size();
            input.recycle(batch);
        }
    }

    @TearDown
    public void close() {
        client.close();
        server.close();
    }
}
