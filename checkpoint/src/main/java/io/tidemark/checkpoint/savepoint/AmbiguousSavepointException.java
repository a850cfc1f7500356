package io.tidemark.checkpoint.savepoint;

import java.util.List;

/** A location holds several checkpoints, and none is taken by guess. */
public final class AmbiguousSavepointException extends SavepointException {
    private static final long serialVersionUID = 1L;

    AmbiguousSavepointException(String location, List<String> manifests) {
        super(
                location,
                location + " holds " + manifests.size() + " checkpoints",
                "Name one of them; the newest is " + manifests.get(manifests.size() - 1),
                null);
    }
}
