package io.tidemark.coordinator.loop;

/** A question to the loop that has no answer, as its asker is to be told; nothing is wrong with the loop. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason what the asker gets */
    public Refusal(RuntimeException reason) {
        super(reason.getMessage(), reason, false, false);
    }

    /** What the asker gets. */
    public RuntimeException reason() {
        return (RuntimeException) getCause();
    }
}
