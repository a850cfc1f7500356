package io.tidemark.examples.sensorlab;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the job is asked to do.
 *
 * @param input the CSV file of readings
 * @param delay by how much the watermark stays behind the newest time; null for no watermark, so that no row is late
 * @param output directory of the results
 * @param report directory of the late rows, or null
 */
record Arguments(String input, Duration delay, String output, String report) {
    static final String USAGE = "--input FILE --delay-seconds N|none --output DIR [--report DIR]";

    private static final Set<String> KNOWN = Set.of("--input", "--delay-seconds", "--output", "--report");

    static Arguments parse(String[] args) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            if (!KNOWN.contains(args[i])) {
                throw new IllegalArgumentException("unknown argument " + args[i] + "; write " + USAGE);
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException("no value after " + args[i] + "; write " + USAGE);
            }
            given.put(args[i], args[i + 1]);
        }
        return new Arguments(
                required(given, "--input"),
                delay(required(given, "--delay-seconds")),
                required(given, "--output"),
                given.get("--report"));
    }

    private static String required(Map<String, String> given, String name) {
        String value = given.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing; write " + USAGE);
        }
        return value;
    }

    private static Duration delay(String text) {
        if (text.equals("none")) {
            return null;
        }
        try {
            return Duration.ofSeconds(Integer.parseUnsignedInt(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--delay-seconds takes a number of seconds or the word none, not " + text, e);
        }
    }

    String delayInWords() {
        return delay == null ? "nothing dropped" : "delay " + delay.toSeconds() + " s";
    }
}
