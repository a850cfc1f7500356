package io.tidemark.checkpoint.savepoint;

/** There is nothing at the location of a savepoint. */
public final class SavepointNotFoundException extends SavepointException {
    private static final long serialVersionUID = 1L;

    SavepointNotFoundException(String location) {
        super(
                location,
                "There is nothing at " + location,
                "Check the path; if the savepoint is on another machine, copy its directory here",
                null);
    }
}
