package io.tidemark.api.state;

/** State of the current key. */
public interface State {
    /** Forgets the current key's state. */
    void clear();
}
