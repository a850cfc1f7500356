package io.tidemark.network.data;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.data.DataPlaneException.Reason;
import io.tidemark.network.rpc.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Two workers on loopback: one that sends and one that receives. The test's thread is the thread of all tasks. */
final class TestPlane implements AutoCloseable {
    static final long EPOCH = 7;
    static final long FLUSH_INTERVAL_NS = TimeUnit.HOURS.toNanos(1);

    /** Small enough that limits are met, and silence is noticed within a test. */
    static final DataLimits LIMITS = DataLimits.DEFAULT.withBufferBytes(1024).withMaxFrameBytes(64 << 10);

    final AtomicLong epoch = new AtomicLong(EPOCH);
    final PoisoningAllocator allocator = new PoisoningAllocator();
    final PoisoningAllocator received = new PoisoningAllocator();
    private final List<InputChannel> inputs = new ArrayList<>();
    private final List<RemoteOutputChannel> outputs = new ArrayList<>();
    final DataServer server;
    final DataClient client;

    TestPlane() {
        this(Security.LOOPBACK_ONLY, Security.LOOPBACK_ONLY, LIMITS);
    }

    TestPlane(Security ofServer, Security ofClient, DataLimits limits) {
        server = DataServer.start(
                new DataServerConfig("127.0.0.1", 0, ofServer, "receiver", epoch::get, limits), received);
        client = new DataClient(new DataClientConfig(ofClient, "sender", FLUSH_INTERVAL_NS, limits), allocator);
    }

    static ChannelId id(int producer, int consumer) {
        return new ChannelId("job", 1, 3, producer, consumer);
    }

    @SuppressWarnings("unchecked")
    static TypeSerializer<Object> serializerOf(Class<?> type) {
        return (TypeSerializer<Object>) TypeInformation.of(type).createSerializer();
    }

    String address() {
        return "127.0.0.1:" + server.address().getPort();
    }

    InputChannel register(ChannelId id, Class<?> type, int credit) {
        InputChannel input = server.register(id, serializerOf(type), credit);
        inputs.add(input);
        return input;
    }

    RemoteOutputChannel open(ChannelId id, Class<?> type) {
        RemoteOutputChannel output = client.open(address(), EPOCH, id, serializerOf(type));
        outputs.add(output);
        return output;
    }

    /** An output that has got its first credit. */
    RemoteOutputChannel opened(ChannelId id, Class<?> type) {
        RemoteOutputChannel output = open(id, type);
        until(output::hasRoom);
        return output;
    }

    /** Turns until it is so; the network's threads work meanwhile. */
    static void until(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("it did not become so within 20 s");
            }
            Thread.yield();
        }
    }

    static Reason reason(Throwable failure) {
        return failure == null ? null : ((DataPlaneException) failure).reason();
    }

    static void untilFails(OutputChannel output) {
        until(() -> output.failure() != null);
    }

    static void untilFails(InputChannel input) {
        until(() -> input.failure() != null);
    }

    /** Takes the next element if there is one: records as their values. */
    static boolean take(InputChannel input, List<Object> into) {
        Object element = input.poll();
        if (element instanceof RecordBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                into.add(batch.value(i));
            }
            input.recycle(batch);
        } else if (element != null) {
            into.add(element);
        }
        return element != null;
    }

    /** Flushes and takes until so many elements have come. */
    static List<Object> transfer(OutputChannel output, InputChannel input, int count) {
        List<Object> seen = new ArrayList<>();
        until(() -> {
            output.flush(0, true);
            take(input, seen);
            return seen.size() >= count;
        });
        return seen;
    }

    /** Tasks close their ends, then everything must be back. TR-C4: and none written to after it was. */
    @Override
    public void close() {
        outputs.forEach(OutputChannel::close);
        inputs.forEach(InputChannel::close);
        client.close();
        server.close();
        until(() -> allocator.liveBuffers() == 0 && received.liveBuffers() == 0);
        if (!allocator.isUntouched() || !received.isUntouched()) {
            throw new AssertionError("a buffer was written to after its release");
        }
    }
}
