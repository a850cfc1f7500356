package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;

/** The one window that has all records of a key, and no end. */
public final class GlobalWindow extends Window implements Comparable<GlobalWindow> {
    private static final GlobalWindow INSTANCE = new GlobalWindow();

    private GlobalWindow() {}

    public static GlobalWindow get() {
        return INSTANCE;
    }

    @Override
    public long maxTimestamp() {
        return Long.MAX_VALUE;
    }

    /** Serializer of the global window. */
    public static TypeSerializer<GlobalWindow> serializer() {
        return GlobalWindowSerializer.INSTANCE;
    }

    @Override
    public int compareTo(GlobalWindow other) {
        return 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GlobalWindow;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return "GlobalWindow";
    }
}
