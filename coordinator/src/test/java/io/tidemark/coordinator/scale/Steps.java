package io.tidemark.coordinator.scale;

/** How many steps the classes of a {@link CountingLoader} have taken: calls of their methods, and turns of their loops. */
public final class Steps {
    /** Raised by the code that the loader puts in. One thread. */
    public static long taken;

    private Steps() {}
}
