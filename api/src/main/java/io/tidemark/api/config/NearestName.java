package io.tidemark.api.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that someone who mistyped probably meant. */
public final class NearestName {
    private NearestName() {}

    /** The known name with the fewest edits to {@code given}; empty when all are further off than half its length. */
    public static Optional<String> of(String given, Collection<String> known) {
        String wanted = given.toLowerCase(Locale.ROOT);
        String best = null;
        int bestEdits = Math.max(2, wanted.length() / 2) + 1;
        for (String name : known) {
            int edits = edits(wanted, name.toLowerCase(Locale.ROOT));
            boolean earlierInAlphabet = edits == bestEdits && best != null && name.compareTo(best) < 0;
            if (edits < bestEdits || earlierInAlphabet) {
                best = name;
                bestEdits = edits;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Levenshtein's distance, one row at a time. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
