package io.tidemark.bench.jmh;

import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.store.KeyedStateStore;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import io.tidemark.checkpoint.timer.TimerQueue;
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

/** Timers of random times beside so many others that all fit into the memory. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Timers {
    @Param({"10000", "1000000"})
    public int count;

    private Stores stores;
    private KeyedStateStore store;
    private TimerQueue timers;
    private int group;
    private long next;

    @Setup
    public void fill() throws IOException {
        stores = new Stores(1L << 30);
        store = stores.store();
        timers = store.timers();
        group = timers.group("timers", Types.VOID.createSerializer());
        for (long key = 0; key < count; key++) {
            store.setCurrentKey(key);
            timers.register(TimerDomain.EVENT, group, null, timeOf(key));
        }
        next = count;
    }

    private long timeOf(long key) {
        return ((key * 0x9E3779B97F4A7C15L) >>> 1) % count;
    }

    /** One is set and deleted again. */
    @Benchmark
    public boolean setAndDelete() {
        long key = next++;
        store.setCurrentKey(key);
        timers.register(TimerDomain.EVENT, group, null, timeOf(key));
        return timers.delete(TimerDomain.EVENT, group, null, timeOf(key));
    }

    /** The first one fires and is set again for later. */
    @Benchmark
    public long fireAndSet() {
        Timer timer = timers.pollDue(TimerDomain.EVENT, Long.MAX_VALUE - 1);
        store.setCurrentKey(timer.key(), timer.keyHash());
        timers.register(TimerDomain.EVENT, group, null, timer.timestamp() + count);
        return timer.timestamp();
    }

    @TearDown
    public void close() throws IOException {
        stores.close();
    }
}
