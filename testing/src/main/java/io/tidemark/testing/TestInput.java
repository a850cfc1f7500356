package io.tidemark.testing;

import io.tidemark.api.DataStream;
import io.tidemark.api.connector.Boundedness;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceReader;
import io.tidemark.api.connector.SourceReaderContext;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.watermark.Watermark;
import io.tidemark.api.watermark.WatermarkDeclaration;
import java.util.List;
import java.util.Set;

/**
 * A stream that a test fills by hand: {@link #stream} is its beginning, in the place of a source. Each call is carried through
 * all that hangs on it before it returns. Made by {@link StreamHarness#input}.
 *
 * <p>An input has one channel or several, as if so many subtasks produced it. With several, records go to the first, and event
 * time, idleness and the end to all; {@link #channel} is one of them. Used by one thread.
 *
 * @param <T> type of the records
 */
public final class TestInput<T> {
    private final StreamHarness harness;
    private final String name;
    private final Place<T> place;
    private final DataStream<T> stream;
    private final List<TestChannel<T>> channels;

    TestInput(StreamHarness harness, Place<T> place, DataStream<T> stream, List<TestChannel<T>> channels) {
        this.name = "input " + place.input();
        this.harness = harness;
        this.place = place;
        this.stream = stream;
        this.channels = List.copyOf(channels);
    }

    /** The stream, to hang on it what is to be tested. */
    public DataStream<T> stream() {
        return stream;
    }

    /**
     * Makes a watermark known that nothing under test declares itself, as a source would.
     *
     * @throws IllegalStateException when the harness has started
     */
    public TestInput<T> declaring(WatermarkDeclaration... declarations) {
        harness.requireNotStarted("declare watermarks");
        place.declarations = Set.of(declarations);
        return this;
    }

    /**
     * One of its channels.
     *
     * @param index from 0
     */
    public TestChannel<T> channel(int index) {
        return channels.get(index);
    }

    /** A record without a timestamp. */
    public TestInput<T> record(T value) {
        channels.get(0).record(value);
        return this;
    }

    /** A record at an event time in milliseconds. */
    public TestInput<T> record(T value, long timestamp) {
        channels.get(0).record(value, timestamp);
        return this;
    }

    /** Event time comes to here, in milliseconds. One that is not ahead of what was said before says nothing. */
    public TestInput<T> watermark(long timestamp) {
        channels.forEach(channel -> channel.put(input -> input.emitWatermark(timestamp)));
        harness.act(() -> "watermark " + timestamp + " into " + name);
        return this;
    }

    /** A value of a watermark that the job declares. */
    public TestInput<T> watermark(Watermark declared) {
        channels.forEach(channel -> channel.put(input -> input.emitDeclared(declared)));
        harness.act(() -> "watermark " + declared + " into " + name);
        return this;
    }

    /** Nothing comes for the time being, and event time is not to wait for it. */
    public TestInput<T> idle() {
        channels.forEach(channel -> channel.put(input -> input.setIdle(true)));
        harness.act(() -> "idleness of " + name);
        return this;
    }

    /** It counts again for event time. A record or a watermark says so too. */
    public TestInput<T> active() {
        channels.forEach(channel -> channel.put(input -> input.setIdle(false)));
        harness.act(() -> "activity of " + name);
        return this;
    }

    /** The final watermark, and the end. Channels that have ended stay so. */
    public void end() {
        channels.forEach(TestChannel::putEnd);
        harness.act(() -> "the end of " + name);
    }

    void putEnd() {
        channels.forEach(TestChannel::putEnd);
    }

    /** Stands in a plan where an input is to be put. It is never read. */
    static final class Place<T> implements Source<T, Place.NoSplit> {
        private static final long serialVersionUID = 1L;

        /** There is none. */
        record NoSplit(String splitId) implements SourceSplit {}

        private final int input;
        private Set<WatermarkDeclaration> declarations = Set.of();

        Place(int input) {
            this.input = input;
        }

        int input() {
            return input;
        }

        @Override
        public Set<WatermarkDeclaration> declareWatermarks() {
            return declarations;
        }

        @Override
        public Boundedness boundedness() {
            return Boundedness.UNBOUNDED;
        }

        @Override
        public List<NoSplit> enumerateSplits(int parallelism) {
            return List.of();
        }

        @Override
        public SourceReader<T, NoSplit> createReader(SourceReaderContext context) {
            throw new IllegalStateException("the place of an input is not read");
        }

        @Override
        public TypeSerializer<NoSplit> splitSerializer() {
            return NoSplitSerializer.INSTANCE;
        }
    }
}
