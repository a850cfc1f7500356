package io.tidemark.checkpoint.savepoint;

/** What is at a location is no savepoint and no checkpoint, or is one that was never finished. */
public final class NotASavepointException extends SavepointException {
    private static final long serialVersionUID = 1L;

    NotASavepointException(String location, String problem) {
        super(
                location,
                location + " is no savepoint and no checkpoint: " + problem,
                "Name the directory of a savepoint, or the path of a checkpoint as \"tidemark checkpoints\" lists it",
                null);
    }
}
