package io.tidemark.network.gate;

/** What one fact about a channel changes at its gate. The parts of a compound one happen in the order of its name. */
public enum GateChange {
    /** Nothing. */
    NONE(false, false, false),
    /** The gate's watermark rose. */
    WATERMARK(false, true, false),
    /** All channels that have not ended are idle. */
    IDLE(false, false, true),
    /** The gate's watermark rose to the largest seen, then all were idle. */
    WATERMARK_THEN_IDLE(false, true, true),
    /** A channel woke an idle gate. */
    ACTIVE(true, false, false),
    /** A channel woke an idle gate and raised its watermark; MAX when that was its end and all others had ended. */
    ACTIVE_THEN_WATERMARK(true, true, false);

    private final boolean becameActive;
    private final boolean watermarkRose;
    private final boolean becameIdle;

    GateChange(boolean becameActive, boolean watermarkRose, boolean becameIdle) {
        this.becameActive = becameActive;
        this.watermarkRose = watermarkRose;
        this.becameIdle = becameIdle;
    }

    static GateChange of(boolean becameActive, boolean watermarkRose, boolean becameIdle) {
        assert !(becameActive && becameIdle) : "active and idle at once";
        if (becameActive) {
            return watermarkRose ? ACTIVE_THEN_WATERMARK : ACTIVE;
        }
        if (becameIdle) {
            return watermarkRose ? WATERMARK_THEN_IDLE : IDLE;
        }
        return watermarkRose ? WATERMARK : NONE;
    }

    public boolean becameActive() {
        return becameActive;
    }

    public boolean watermarkRose() {
        return watermarkRose;
    }

    public boolean becameIdle() {
        return becameIdle;
    }
}
