package io.tidemark.checkpoint.schema;

/**
 * What the states are called in snapshots that a function keeps for itself, and not for a key: apart from what its operator keeps
 * for its own purposes.
 */
public final class FunctionStates {
    private static final String LIST = "function/";
    private static final String BROADCAST = "broadcast/";

    private FunctionStates() {}

    /** Of a list, be it dealt out or given to all. */
    public static String list(String name) {
        return LIST + name;
    }

    /** Of a map that all subtasks have alike. */
    public static String broadcast(String name) {
        return BROADCAST + name;
    }

    /** The name that the function gave to a list; null for what is no such list. */
    public static String listOf(String stored) {
        return stored.startsWith(LIST) ? stored.substring(LIST.length()) : null;
    }

    /** The name that the function gave to a broadcast state; null for what is none. */
    public static String broadcastOf(String stored) {
        return stored.startsWith(BROADCAST) ? stored.substring(BROADCAST.length()) : null;
    }
}
