package io.tidemark.api.window;

/** What happens to a window after its trigger was asked. */
public enum TriggerResult {
    /** Nothing. */
    CONTINUE(false, false),
    /** It gives a result and keeps its contents. */
    FIRE(true, false),
    /** It loses its contents without a result. */
    PURGE(false, true),
    /** It gives a result and loses its contents. */
    FIRE_AND_PURGE(true, true);

    private final boolean fire;
    private final boolean purge;

    TriggerResult(boolean fire, boolean purge) {
        this.fire = fire;
        this.purge = purge;
    }

    public boolean isFire() {
        return fire;
    }

    public boolean isPurge() {
        return purge;
    }
}
