package io.tidemark.api.plan;

/** A record that knows the subtask it is for. */
public interface Directed {
    int targetSubtask();
}
