package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.config.NearestName;
import java.util.Collection;

/** A savepoint has no operator, or an operator no state, of a name that was asked for. */
public final class NoSuchStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoSuchStateException(String what, String given, String where, Collection<String> known) {
        super(where + " has no " + what + " \"" + given + "\".\n" + advice(what, given, known));
    }

    private static String advice(String what, String given, Collection<String> known) {
        if (known.isEmpty()) {
            return "It has none at all.";
        }
        return NearestName.of(given, known)
                .map(nearest -> "Did you mean \"" + nearest + "\"?")
                .orElse("There are " + String.join(", ", known) + ".");
    }
}
