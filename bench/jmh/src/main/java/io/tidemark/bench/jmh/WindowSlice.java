package io.tidemark.bench.jmh;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.type.Types;
import java.io.IOException;
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
import org.openjdk.jmh.infra.Blackhole;

/** A window's slice of ten thousand keys: filled, a key at a time, and fired, which is a walk and a drop. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class WindowSlice {
    private static final int KEYS = 10_000;

    private Stores stores;
    private NamespacedState<Long, Long> sums;
    private long window;

    @Setup
    public void make() throws IOException {
        stores = new Stores(1L << 30);
        sums = stores.store().namespaced("sums", Types.LONG.createSerializer(), Types.LONG.createSerializer());
    }

    @Benchmark
    @OperationsPerInvocation(KEYS)
    public void fillAndFire(Blackhole seen) {
        window++;
        for (long key = 0; key < KEYS; key++) {
            stores.store().setCurrentKey(key);
            sums.put(window, key);
        }
        fire(seen);
    }

    /** Without the firing, to be subtracted. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public void fillAndDrop() {
        window++;
        for (long key = 0; key < KEYS; key++) {
            stores.store().setCurrentKey(key);
            sums.put(window, key);
        }
        sums.drop(window);
    }

    private void fire(Blackhole seen) {
        try (NamespacedState.Cursor<Long> cursor = sums.cursor(window)) {
            while (cursor.next()) {
                seen.consume(cursor.key());
                seen.consume(cursor.value());
            }
        }
        sums.drop(window);
    }

    @TearDown
    public void close() throws IOException {
        stores.close();
    }
}
