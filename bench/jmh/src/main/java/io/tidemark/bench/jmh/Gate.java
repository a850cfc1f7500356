package io.tidemark.bench.jmh;

import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.gate.EventTimeCombiner;
import io.tidemark.network.gate.GateChannel;
import io.tidemark.network.gate.InputGate;
import io.tidemark.network.gate.TaskInput;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A task's input, and the event time in it, with few and with many channels. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Gate {
    @Param({"2", "100", "10000"})
    public int channels;

    private final List<OneElement> sources = new ArrayList<>();
    private EventTimeCombiner combiner;
    private TaskInput input;
    private long time;
    private int next;
    private long checkpoint;
    private long random = 1;

    /** A channel with at most one element. */
    private static final class OneElement implements InputChannel {
        private Object element;

        @Override
        public Object poll() {
            Object taken = element;
            element = null;
            return taken;
        }

        @Override
        public Object peek() {
            return element;
        }

        @Override
        public void recycle(RecordBatch batch) {}

        @Override
        public boolean isEmpty() {
            return element == null;
        }

        @Override
        public Throwable failure() {
            return null;
        }

        @Override
        public void close() {}
    }

    @Setup
    public void make() {
        combiner = new EventTimeCombiner(channels);
        List<GateChannel> gate = new ArrayList<>();
        for (int channel = 0; channel < channels; channel++) {
            sources.add(new OneElement());
            gate.add(new GateChannel(sources.get(channel), 1, 1, "producer", channel));
        }
        input = new TaskInput(List.of(new InputGate(0, gate)));
    }

    /** A watermark of each channel in turn: the combiner alone. */
    @Benchmark
    public Object watermarkCombined() {
        return combiner.onWatermark(nextChannel(), ++time, 0);
    }

    /** The same through the whole input, which finds it on the channel that it looks at next. */
    @Benchmark
    public Object watermarkOfTheNextChannel() {
        sources.get(nextChannel()).element = new ControlElement.Watermark(++time);
        return input.poll(0);
    }

    /** A watermark of any channel, all others being empty. */
    @Benchmark
    public Object watermarkOfAnyChannel() {
        random = random * 6364136223846793005L + 1442695040888963407L;
        sources.get((int) ((random >>> 33) % channels)).element = new ControlElement.Watermark(++time);
        return input.poll(0);
    }

    /** A barrier on every channel, which are aligned then; for all of them together. */
    @Benchmark
    public Object barriersOfAllChannels() {
        ControlElement.Barrier barrier = new ControlElement.Barrier(++checkpoint, 0, BarrierPurpose.CHECKPOINT);
        for (OneElement source : sources) {
            source.element = barrier;
        }
        return input.poll(0);
    }

    private int nextChannel() {
        int channel = next;
        next = channel + 1 == channels ? 0 : channel + 1;
        return channel;
    }
}
