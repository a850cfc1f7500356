package io.tidemark.api.connector;

/** A part of a source that is read in order and can be taken up again from a position. */
public interface SourceSplit {
    /** Unique within the source and the same after a restore; shown to users, so it should speak. */
    String splitId();
}
