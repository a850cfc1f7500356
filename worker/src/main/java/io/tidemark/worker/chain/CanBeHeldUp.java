package io.tidemark.worker.chain;

/** An operator to which it matters that its task could not look for input, or not take what there was. */
public interface CanBeHeldUp {
    /** The task does not look now, or takes nothing of what there is; on its thread, again and again until it does. */
    void onHeldUp();
}
