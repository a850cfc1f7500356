package io.tidemark.bench.jmh;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A key's count read, raised and written: keys in the cache, and nearly all of them not. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class StateCache {
    private static final int KEYS = 500_000;
    /** So that about one in twenty is there. */
    private static final long SMALL_CACHE_BYTES = 4L << 20;

    @Param({"hit", "miss"})
    public String lookUp;

    private Stores stores;
    private ValueState<Long> counts;
    private long random = 1;

    @Setup
    public void fill() throws IOException {
        stores = new Stores(lookUp.equals("hit") ? 1L << 30 : SMALL_CACHE_BYTES);
        counts = stores.store().value(new ValueStateDescriptor<>("counts", Types.LONG));
        for (long key = 0; key < KEYS; key++) {
            stores.store().setCurrentKey(key);
            counts.update(key);
        }
    }

    @Benchmark
    public void update() throws IOException {
        random = random * 6364136223846793005L + 1442695040888963407L;
        stores.store().setCurrentKey((random >>> 33) % KEYS);
        counts.update(counts.value() + 1);
    }

    @TearDown
    public void close() throws IOException {
        stores.close();
    }
}
