package io.tidemark.worker.chain;

/** An operator to which it matters that its task could not look for input, because its outputs had no room. */
public interface CanBeHeldUp {
    /** The task does not look now; on its thread, again and again until it does. */
    void onHeldUp();
}
