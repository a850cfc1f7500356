package io.tidemark.checkpoint.store;

/** The kinds of what a store holds, with the names they have in a snapshot. */
enum StateKind {
    /** One value a key. */
    VALUE("value"),
    /** One value a key, combined of all that was added. */
    REDUCING("reducing"),
    /** One accumulator a key. */
    AGGREGATING("aggregating"),
    /** A list a key. */
    LIST("list"),
    /** Values by key and map key. */
    MAP("map"),
    /** Values by namespace and key. */
    NAMESPACED("namespaced"),
    /** A group of timers. */
    TIMERS("timers");

    private final String storedName;

    StateKind(String storedName) {
        this.storedName = storedName;
    }

    String storedName() {
        return storedName;
    }
}
