package io.tidemark.checkpoint.savepoint;

/** Where a savepoint should be written there is another one. It was left as it is. */
public final class SavepointExistsException extends SavepointException {
    private static final long serialVersionUID = 1L;

    SavepointExistsException(String location) {
        super(
                location,
                "There is another savepoint at " + location,
                "Name another directory, or delete that savepoint if nobody needs it",
                null);
    }
}
