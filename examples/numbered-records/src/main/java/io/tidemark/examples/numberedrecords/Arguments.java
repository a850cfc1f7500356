package io.tidemark.examples.numberedrecords;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the job is asked to do.
 *
 * @param records how many
 * @param keys over how many keys they are spread, in turn
 * @param recordsPerSecond infinite for as many as go
 * @param stateBytes kept of each key besides its count
 * @param output directory of the results
 */
record Arguments(long records, int keys, double recordsPerSecond, int stateBytes, String output, Logbook logbook)
        implements Serializable {
    static final String USAGE =
            "--records N --output DIR [--keys N] [--rate PER-SECOND] [--state-bytes N-PER-KEY] [--logbook DIR]";

    private static final Set<String> KNOWN =
            Set.of("--records", "--output", "--keys", "--rate", "--state-bytes", "--logbook");

    static Arguments parse(String... args) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            if (!KNOWN.contains(args[i]) || i + 1 == args.length) {
                throw new IllegalArgumentException("cannot use " + args[i] + "; write " + USAGE);
            }
            given.put(args[i], args[i + 1]);
        }
        String output = given.get("--output");
        if (output == null) {
            throw new IllegalArgumentException("--output is missing; write " + USAGE);
        }
        String logbook = given.get("--logbook");
        return new Arguments(
                number(given, "--records", "0"),
                Math.max(1, (int) number(given, "--keys", "97")),
                given.containsKey("--rate") ? number(given, "--rate", "") : Double.POSITIVE_INFINITY,
                (int) number(given, "--state-bytes", "0"),
                output,
                new Logbook(
                        logbook == null ? "" : Path.of(logbook).toAbsolutePath().toString()));
    }

    private static long number(Map<String, String> given, String name, String otherwise) {
        String text = given.getOrDefault(name, otherwise);
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " takes a number, not " + text + "; write " + USAGE, e);
        }
    }

    /** So many records come as fast as they go, so that every key has its state soon when that is large. */
    long fill() {
        return stateBytes == 0 ? 0 : keys;
    }
}
