package io.tidemark.worker.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;

/** A window that all keys share. */
final class LiveWindow {
    /** In which there is no time at all. */
    static final LiveWindow NONE = new LiveWindow(new TimeWindow(0, 0), 0, true, true);

    private final TimeWindow window;
    private final long firstMs;
    private final long lastMs;
    private final long cleanupTime;

    /** Whether records come too late for it; it then has no state. */
    private final boolean late;

    /** Whether it has fired, so that a further record of a key fires at once. */
    private boolean fired;

    LiveWindow(TimeWindow window, long cleanupTime, boolean late, boolean fired) {
        this.window = window;
        this.firstMs = window.getStart();
        this.lastMs = window.maxTimestamp();
        this.cleanupTime = cleanupTime;
        this.late = late;
        this.fired = fired;
    }

    TimeWindow window() {
        return window;
    }

    boolean contains(long timestamp) {
        return timestamp >= firstMs && timestamp <= lastMs;
    }

    long cleanupTime() {
        return cleanupTime;
    }

    boolean isLate() {
        return late;
    }

    boolean isFired() {
        return fired;
    }

    void setFired() {
        fired = true;
    }

    /** What a snapshot keeps of a live window. */
    record Saved(TimeWindow window, boolean fired) {
        static TypeSerializer<Saved> serializer() {
            return Serializer.INSTANCE;
        }
    }

    private enum Serializer implements TypeSerializer<Saved> {
        INSTANCE;

        @Override
        public void serialize(Saved saved, BinaryWriter out) {
            TimeWindow.serializer().serialize(saved.window, out);
            out.writeBoolean(saved.fired);
        }

        @Override
        public Saved deserialize(BinaryReader in) {
            TimeWindow window = TimeWindow.serializer().deserialize(in);
            return new Saved(window, in.readBoolean());
        }

        @Override
        public Saved copy(Saved saved) {
            return saved;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Saved saved) {
            return saved.hashCode();
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.RECORD, Saved.class.getName())
                    .withField("window", false, TimeWindow.serializer().schema())
                    .withField("fired", false, Types.BOOLEAN.createSerializer().schema());
        }
    }
}
