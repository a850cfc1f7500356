package io.tidemark.coordinator.explain;

/**
 * Where a wait begins, and why.
 *
 * @param origin name of the operator; empty when it is not known
 * @param split of it; empty for none
 * @param words the rest of the sentence
 */
record Finding(WaitCause cause, String origin, int originSubtask, String split, String words) {
    static Finding unknown(String words) {
        return new Finding(WaitCause.UNKNOWN, "", 0, "", words);
    }
}
