package io.tidemark.api.window;

/** A group of records. Equal windows are one window, so subclasses define {@code equals} and {@code hashCode}. */
public abstract class Window {
    /** For subclasses. */
    protected Window() {}

    /** The largest timestamp that can belong to it, in milliseconds; its results carry it. */
    public abstract long maxTimestamp();
}
