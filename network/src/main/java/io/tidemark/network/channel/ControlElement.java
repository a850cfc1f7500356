package io.tidemark.network.channel;

/** What travels on a channel in order with its records, and is not one. Immutable. */
public sealed interface ControlElement {
    /** Which element it is; for switches. */
    Kind kind();

    /** The kinds of element. */
    enum Kind {
        /** Event time has reached a point. */
        WATERMARK,
        /** Nothing is to be expected for now; event time does not wait for this channel. */
        IDLE,
        /** The channel counts again. */
        ACTIVE,
        /** A watermark that the job declares has a new value. */
        DECLARED,
        /** What came before belongs to a checkpoint, what follows does not. */
        BARRIER,
        /** No record follows. Barriers may. */
        END
    }

    /**
     * Event time.
     *
     * @param timestamp milliseconds; {@link Long#MAX_VALUE} says that event time is over
     */
    record Watermark(long timestamp) implements ControlElement {
        @Override
        public Kind kind() {
            return Kind.WATERMARK;
        }
    }

    /** The channel became idle. */
    record Idle() implements ControlElement {
        @Override
        public Kind kind() {
            return Kind.IDLE;
        }
    }

    /** The channel became active. */
    record Active() implements ControlElement {
        @Override
        public Kind kind() {
            return Kind.ACTIVE;
        }
    }

    /**
     * The value of a watermark that the job declares.
     *
     * @param identifier of its declaration
     * @param value a number; 0 or 1 for a flag
     */
    record Declared(String identifier, long value) implements ControlElement {
        @Override
        public Kind kind() {
            return Kind.DECLARED;
        }
    }

    /**
     * A checkpoint's barrier.
     *
     * @param checkpointId rises from one checkpoint to the next
     * @param triggeredAtMs wall clock of the coordinator when it asked for the checkpoint
     * @param purpose what the checkpoint is for
     */
    record Barrier(long checkpointId, long triggeredAtMs, BarrierPurpose purpose) implements ControlElement {
        /** Of a checkpoint that nobody asked for in particular. */
        public Barrier(long checkpointId, long triggeredAtMs) {
            this(checkpointId, triggeredAtMs, BarrierPurpose.CHECKPOINT);
        }

        @Override
        public Kind kind() {
            return Kind.BARRIER;
        }
    }

    /** The end of input. */
    record End() implements ControlElement {
        @Override
        public Kind kind() {
            return Kind.END;
        }
    }
}
